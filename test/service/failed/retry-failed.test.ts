import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as giveUpStep } from '../../../functions/detector/dead-letters.ts';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { handler as giveUpUpload } from '../../../functions/ingest/dead-letters.ts';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../../functions/sweeper/sweeper.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { listFailed } from '../../../shared/service/failed/list-failed.ts';
import { retryFailed } from '../../../shared/service/failed/retry-failed.ts';
import { OPERATOR_STORES, type OperatorStores } from '../../../shared/service/operator-stores.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openJobs } from '../../../shared/stores/jobs/jobs.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import type { JobBody, VideoBody } from '../../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { ingestedVideo, uploadedVideo } from '../../support/videos/ingested-video.ts';

// The decoder runs beside the other tests.
vi.setConfig({ testTimeout: 120_000 });

const HOUR = 60 * 60_000;

let bench: Workbench;
let stores: OperatorStores;
let clip: string;

beforeAll(async () => {
  bench = await startWorkbench();
  stores = openAll(OPERATOR_STORES, bench.environment);
  clip = await shortClip(2);
});

const videoOf = async (id: string) => (await bench.api<VideoBody>('GET', `/api/videos/${id}`)).body;
const jobOf = async (id: string) =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;
const take = async (queue: 'ingest' | 'detection', id: string) =>
  (await bench.take(queue)).filter((body) => body.includes(id));

/** A video whose ingest was given up. */
async function failedVideo(fields: Record<string, string> = {}): Promise<string> {
  const { id, message } = await uploadedVideo(bench, clip, fields);
  await giveUpUpload(delivery([message]));
  return id;
}

/** A processed video whose job was given up. */
async function failedJob(): Promise<{ id: string; jobId: string; messages: string[] }> {
  const id = await ingestedVideo(bench, clip);
  await bench.api('POST', `/api/videos/${id}/process`, { json: { confidence: 0.7 } });
  const messages = await take('detection', id);
  await giveUpStep(delivery(messages.slice(0, 1)));
  const { jobId, status } = await jobOf(id);
  expect(status).toBe('failed');
  return { id, jobId, messages };
}

/** Sets the stored failure, as another code would have. */
async function failWith(id: string, code: string): Promise<void> {
  const videos = openVideos(bench.environment);
  const video = await videos.get((await videos.ownerOf(id)) ?? '', id);
  if (video === null) throw new Error(`no video ${id}`);
  await videos.markFailed(video, { code, message: code });
}

describe('a video whose ingest was given up', () => {
  test('is listed with its reason, and becomes what it would have been', async () => {
    const id = await failedVideo();
    expect(await listFailed(stores)).toContainEqual({
      kind: 'video',
      account: 'demo',
      videoId: id,
      code: 'INGEST_FAILED',
      message: expect.any(String),
      failedAt: expect.any(String),
      retriable: true,
    });
    expect(await retryFailed(stores, id)).toBe('video');
    expect(await videoOf(id)).toMatchObject({ status: 'processing' });
    expect((await videoOf(id)).failure ?? null).toBeNull();
    const messages = await take('ingest', id);
    expect(messages).toHaveLength(1);
    await ingest(delivery(messages));
    expect(await videoOf(id)).toMatchObject({ status: 'processed', width: 160 });
    expect((await listFailed(stores)).map(({ videoId }) => videoId)).not.toContain(id);
  });

  test('gets the job that its upload promised', async () => {
    const id = await failedVideo({ autoProcess: 'true' });
    await retryFailed(stores, id);
    await ingest(delivery(await take('ingest', id)));
    expect(await jobOf(id)).toMatchObject({ status: 'queued' });
  });

  test('is retried once, however many ask at a time', async () => {
    const id = await failedVideo();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => retryFailed(stores, id)));
    expect(outcomes.filter((outcome) => outcome === 'video')).toHaveLength(1);
    expect(await take('ingest', id)).toHaveLength(1);
    expect(await retryFailed(stores, id)).toBe('not-failed');
  });

  test('is ingested by the sweeper where the operator’s command dies before its message is sent', async () => {
    const id = await failedVideo();
    beforeNext(
      ({ command }) => command === 'SendMessageCommand',
      () => Promise.reject(new Error('The process has died')),
    );
    await expect(retryFailed(stores, id)).rejects.toThrow('died');
    bench.advance(2 * HOUR);
    await sweep();
    expect(await take('ingest', id)).toHaveLength(1);
  });

  test('that is deleted meanwhile does not come back', async () => {
    const id = await failedVideo();
    const deleted = beforeNext(
      ({ command, input }) => command === 'UpdateItemCommand' && JSON.stringify(input).includes('"sweep'),
      () => bench.api('DELETE', `/api/videos/${id}`),
    );
    expect(await retryFailed(stores, id)).toBe('changed');
    expect(deleted.happened).toBe(true);
    expect(await retryFailed(stores, id)).toBe('unknown-video');
    expect((await bench.api('GET', `/api/videos/${id}`)).status).toBe(404);
  });

  test('whose file is gone stays failed', async () => {
    const id = await failedVideo();
    const owner = (await openVideos(bench.environment).ownerOf(id)) ?? '';
    await stores.files.delete(mediaKeys.upload(owner, id));
    expect(await retryFailed(stores, id)).toBe('file-gone');
    expect((await videoOf(id)).status).toBe('failed');
  });
});

test('a video that failed by its file stays failed', async () => {
  const { id } = await uploadedVideo(bench, clip);
  await failWith(id, 'CORRUPT_DATA');
  expect(await listFailed(stores, await stores.accounts.byHandle('demo'))).toContainEqual(
    expect.objectContaining({ videoId: id, retriable: false }),
  );
  expect(await retryFailed(stores, id)).toBe('file-fault');
  expect(await videoOf(id)).toMatchObject({ status: 'failed', failure: { code: 'CORRUPT_DATA' } });
});

describe('a job that was given up', () => {
  test('is followed by a new one with its options, which ends as if nothing had happened', async () => {
    const { id, jobId } = await failedJob();
    expect(await listFailed(stores)).toContainEqual(
      expect.objectContaining({ kind: 'job', videoId: id, code: 'WORKER_DIED', retriable: true }),
    );
    expect(await retryFailed(stores, id)).toBe('job');
    const again = await jobOf(id);
    expect(again.status).toBe('queued');
    expect(again.jobId).not.toBe(jobId);
    expect((await openJobs(bench.environment).get(id))?.options.confidence).toBe(0.7);
    for (const body of await take('detection', id)) await detect(delivery([body]));
    expect(await jobOf(id)).toMatchObject({ status: 'completed' });
  });

  test('leaves messages behind that do nothing to the new one', async () => {
    const { id, messages } = await failedJob();
    await retryFailed(stores, id);
    await giveUpStep(delivery(messages));
    await detect(delivery(messages.slice(0, 1)));
    expect(await jobOf(id)).toMatchObject({ status: 'queued', progress: 0 });
  });

  test('is retried once, however many ask at a time', async () => {
    const { id } = await failedJob();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => retryFailed(stores, id)));
    expect(outcomes.filter((outcome) => outcome === 'job')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'changed' || outcome === 'not-failed')).toHaveLength(3);
  });

  test('is left alone where its owner has started another meanwhile', async () => {
    const { id } = await failedJob();
    const started = beforeNext(
      ({ command, input }) =>
        command === 'PutItemCommand' && JSON.stringify(input).includes('segmentSeconds'),
      () => bench.api('POST', `/api/videos/${id}/process`, { json: { confidence: 0.3 } }),
    );
    expect(await retryFailed(stores, id)).toBe('changed');
    expect(started.happened).toBe(true);
    expect((await openJobs(bench.environment).get(id))?.options.confidence).toBe(0.3);
  });

  test('knows when it failed', async () => {
    bench.stopTime();
    const { id } = await failedJob();
    const failed = (await listFailed(stores)).find(({ videoId }) => videoId === id);
    expect(failed?.failedAt).toBe(new Date(bench.environment.runtime.now()).toISOString());
  });
});

test('what has not failed is not retried', async () => {
  const id = await ingestedVideo(bench, clip);
  expect(await retryFailed(stores, id)).toBe('not-failed');
  expect(await retryFailed(stores, '0190e2f0-0000-7000-8000-000000000000')).toBe('unknown-video');
});

test('only the failures of the account that is asked for are listed', async () => {
  expect(await listFailed(stores, await stores.accounts.byHandle('empty'))).toEqual([]);
});
