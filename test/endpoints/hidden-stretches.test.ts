import path from 'node:path';
import { expect, test } from 'vitest';
import { type Box, iou } from '../../shared/kernel/geometry/box.ts';
import { boxAt } from '../../shared/kernel/geometry/shape-at.ts';
import { FRAME_COUNT, HIDDEN_FRAMES, hidingShape, shapeIn } from '../support/clips/hiding-shape.ts';
import { apiOf, jobOver, settled, upload } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

interface Document {
  objects: Record<
    string,
    {
      firstFrame: number;
      lastFrame: number;
      frameCount: number;
      track: (Box & { frame: number; time: number; hidden?: boolean })[];
    }
  >;
}

const api = apiOf(await startTestService());
const file = path.join(await temporaryFolder('clips'), 'hiding.mp4');
await hidingShape(file);
const id = await upload(api, file);
await settled(api, id);

const document = async (video = id) => (await api<Document>('GET', `/api/videos/${video}/metadata`)).body;

/** The document's only object after detection at the given rate. */
async function detected(fps: number) {
  await api('POST', `/api/videos/${id}/process`, { json: { fps } });
  expect(await jobOver(api, id)).toMatchObject({ status: 'completed', objectsDetected: 1 });
  const [[object, value] = ['', undefined]] = Object.entries((await document()).objects);
  if (value === undefined) throw new Error('Nothing was detected.');
  return { object, ...value };
}

async function exported(format: 'native' | 'json'): Promise<Blob> {
  const { body } = await api<{ downloadUrl: string }>('GET', `/api/videos/${id}/export?format=${format}`);
  return (await fetch(body.downloadUrl)).blob();
}

const frames = Array.from({ length: FRAME_COUNT }, (_, frame) => frame);

test('an object that hides for more than a second is one object, drawn where it is seen and nowhere else', async () => {
  const { track, ...object } = await detected(10);
  expect(object).toMatchObject({ firstFrame: 0, lastFrame: FRAME_COUNT - 1, frameCount: FRAME_COUNT });
  expect(track.filter(({ hidden }) => hidden)).toEqual([
    { ...track.find(({ frame }) => frame === HIDDEN_FRAMES.first - 1), frame: 35, time: 3.5, hidden: true },
  ]);
  for (const frame of frames) {
    const [box, shape] = [boxAt(track, frame), shapeIn(frame)];
    expect(box === undefined, `frame ${frame}`).toBe(shape === undefined);
    if (box && shape) expect(iou(box, shape), `frame ${frame}`).toBeGreaterThan(0.7);
  }
});

test('both exports have the stretch, and the native one brings it back', async () => {
  const before = await document();
  expect(JSON.stringify(before)).toContain('"hidden":true');
  expect(JSON.parse(await (await exported('json')).text())).toEqual(before);
  const form = new FormData();
  form.append('file', await exported('native'), 'again.mp4');
  const { body } = await api<{ id: string }>('POST', '/api/videos/upload', { form });
  await settled(api, body.id);
  expect(await document(body.id)).toEqual(before);
});

test('it is recognised when the video is processed again, at another rate and with the name it was given', async () => {
  const [[before = ''] = []] = Object.entries((await document()).objects);
  await api('PATCH', `/api/videos/${id}/objects/${before}`, { json: { userLabel: 'Fox' } });
  const { object, track, ...members } = await detected(5);
  expect([object, members]).toMatchObject([before, { userLabel: 'Fox' }]);
  expect(track.filter(({ hidden }) => hidden).map(({ frame }) => frame)).toEqual([36]);
});
