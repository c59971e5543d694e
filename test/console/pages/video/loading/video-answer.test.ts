import { expect, test } from 'vitest';
import { VideoAnswer } from '../../../../../console/pages/video/loading/video-answer.ts';
import { bytesOf, madeDocument } from '../editor/documents/made-document.ts';

test('an answer without its objects and its objects make the answer again, in order', () => {
  const video = { id: 'v', name: 'Film', metadata: madeDocument(5, 2) };
  const answer = new VideoAnswer();
  const { video: head, objects } = answer.parse(bytesOf(video));
  expect(objects).toBe(5);
  expect(head).toEqual({ ...video, metadata: { ...video.metadata, objects: {} } });
  const parts = [...answer.objects(0, 2), ...answer.objects(2, 4), ...answer.objects(4, 6)];
  expect(parts).toEqual(Object.entries(video.metadata.objects as object));
});

test('a video that has no document yet is whole without objects', () => {
  const video = { id: 'v', status: 'uploading', metadata: {} };
  expect(new VideoAnswer().parse(bytesOf(video))).toEqual({ video, objects: 0 });
});

test('anything but an object is refused', () => {
  expect(() => new VideoAnswer().parse(bytesOf([1]))).toThrow(TypeError);
});
