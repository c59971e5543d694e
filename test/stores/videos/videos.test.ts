import { beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { newVideo, type Video } from '../../../shared/domain/video.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { type NewVideos, openNewVideos } from '../../../shared/stores/videos/new-videos.ts';
import { openVideos, type Videos } from '../../../shared/stores/videos/videos.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

const FAILURE = { code: 'UNSUPPORTED_FORMAT', message: 'no video' };
const FIGURES = {
  duration: 1,
  width: 1,
  height: 1,
  fps: 1,
  totalFrames: 1,
  hasThumbnail: true,
  container: 'mp4',
  fileSize: 1,
} as const;

let videos: Videos;
let newVideos: NewVideos;

beforeAll(async () => {
  const { environment } = await startWorkbench();
  videos = openVideos(environment);
  newVideos = openNewVideos(environment);
});

async function uploading(): Promise<Video> {
  const video = newVideo({
    accountId: uuidv7(systemRuntime),
    videoId: uuidv7(systemRuntime),
    name: 'clip',
    fileSize: 1,
    autoProcess: false,
    createdAt: new Date().toISOString(),
    upload: { uploadId: 'upload', partSize: 1 },
  });
  await newVideos.create(video);
  return video;
}

const stored = ({ accountId, videoId }: Video) => videos.get(accountId, videoId);

test('what a video has become is final', async () => {
  const processed = await uploading();
  expect(await videos.markProcessed(processed, FIGURES)).toBe(true);
  expect(await videos.beginProcessing(processed)).toBe(false);
  expect(await videos.markFailed(processed, FAILURE)).toBe(false);
  expect((await stored(processed))?.status).toBe('processed');

  const failed = await uploading();
  expect(await videos.markFailed(failed, FAILURE)).toBe(true);
  expect(await videos.markProcessed(failed, FIGURES)).toBe(false);
  expect((await stored(failed))?.status).toBe('failed');
});

test('a file that is another one fails a video whatever it has become', async () => {
  const video = await uploading();
  await videos.markProcessed(video, FIGURES);
  expect(await videos.rejectFile(video)).toBe(true);
  expect(await stored(video)).toMatchObject({ status: 'failed', failure: { code: 'UPLOAD_MISMATCH' } });
});

test('the checksum of a file can be stated until the upload is over', async () => {
  const video = await uploading();
  const stated = async () => (await stored(video))?.upload?.crc64nvme;
  await videos.noteChecksum(video, 'first');
  expect(await stated()).toBe('first');
  await videos.noteChecksum(video, undefined);
  expect(await stated()).toBeUndefined();
  await videos.noteChecksum(video, 'last');
  await videos.beginProcessing(video);
  await videos.noteChecksum(video, 'late');
  expect(await stated()).toBe('last');
});

test('nothing brings a removed video back', async () => {
  const video = await uploading();
  await videos.delete(video.accountId, video.videoId);
  expect(await videos.beginProcessing(video)).toBe(false);
  expect(await videos.markProcessed(video, FIGURES)).toBe(false);
  expect(await videos.markFailed(video, FAILURE)).toBe(false);
  expect(await videos.rejectFile(video)).toBe(false);
  await videos.noteChecksum(video, 'late');
  await videos.postpone(video, 0);
  await videos.noteChange(video.accountId, video.videoId, { version: 2, createdAt: video.createdAt });
  expect(await stored(video)).toBeNull();
});
