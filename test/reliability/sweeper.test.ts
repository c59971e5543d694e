import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { newVideo } from '../../shared/domain/video.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { sweep as sweepAll } from '../../shared/service/sweep/sweep.ts';
import { sweepJobs } from '../../shared/service/sweep/sweep-jobs.ts';
import { SWEEPER_STORES } from '../../shared/service/sweep/sweeper-stores.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { s3 } from '../../shared/stores/files/s3.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openNewVideos } from '../../shared/stores/videos/new-videos.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { failNextFinish } from '../support/jobs/fail-next-finish.ts';
import { jobOver, settled, upload, type VideoBody } from '../support/service/api.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const bench = await startWorkbench();
const files = openMediaFiles(bench.environment);
const clip = await shortClip(2, 10);

/** Runs the ingest on its pending messages. */
const runIngest = async (): Promise<void> => {
  for (const body of await bench.take('ingest'))
    expect(await ingest(delivery([body]))).toEqual({ batchItemFailures: [] });
};

/** Runs the detector on its pending messages and those that they cause. */
async function runDetector(): Promise<void> {
  for (
    let bodies = await bench.take('detection');
    bodies.length > 0;
    bodies = await bench.take('detection')
  ) {
    for (const body of bodies) expect(await detect(delivery([body]))).toEqual({ batchItemFailures: [] });
  }
}

async function processedVideo(): Promise<string> {
  const id = await upload(bench.api, clip);
  await runIngest();
  expect((await settled(bench.api, id)).status).toBe('processed');
  return id;
}

const startJob = async (id: string): Promise<string> =>
  (await bench.api<{ jobId: string }>('POST', `/api/videos/${id}/process`)).body.jobId;

const accountOf = async (id: string): Promise<string> => {
  const accountId = await openVideos(bench.environment).ownerOf(id);
  if (accountId === null) throw new Error(`Nobody owns ${id}`);
  return accountId;
};

describe('jobs', () => {
  let id: string;

  beforeAll(async () => {
    id = await processedVideo();
  });

  const expectCompletedBySweep = async (): Promise<void> => {
    bench.advance(11 * MINUTE);
    await sweep();
    await runDetector();
    expect((await jobOver(bench.api, id)).status).toBe('completed');
  };

  test('one that was claimed but whose messages were never sent goes on', async () => {
    await startJob(id);
    await bench.take('detection');
    await sweep();
    expect(await bench.take('detection')).toEqual([]);

    await expectCompletedBySweep();
  });

  test('one whose segments are complete but whose finish is missing is finished', async () => {
    await startJob(id);
    failNextFinish();
    for (const body of await bench.take('detection')) await detect(delivery([body]));
    expect((await bench.take('detection')).map((body) => JSON.parse(body).kind)).toEqual(['finish']);

    await expectCompletedBySweep();
  });

  test('one that waits in a long queue gets its messages again at growing intervals', async () => {
    await startJob(id);
    let copies = 0;
    for (let waited = 0; waited < DAY; waited += 30 * MINUTE) {
      bench.advance(30 * MINUTE);
      await sweep();
      copies += (await bench.take('detection')).filter((body) => body.includes(id)).length;
    }
    expect(copies).toBeGreaterThan(2);
    expect(copies).toBeLessThan(10);
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
  });

  test('the files of a cancelled one go after 20 minutes, also when another has taken its place', async () => {
    const first = await startJob(id);
    const [message = ''] = await bench.take('detection');
    failNextFinish();
    await detect(delivery([message]));
    await bench.take('detection');
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
    const second = await startJob(id);
    await bench.take('detection');
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
    await files.put(mediaKeys.segment(id, second, 0), Uint8Array.of(1), 'application/gzip');

    await sweep();
    expect(await files.size(mediaKeys.segment(id, first, 0))).not.toBeNull();
    bench.advance(21 * MINUTE);
    await sweep();
    expect(await bench.traces(id)).not.toContainEqual(expect.stringMatching(/^jobs\//));
  });

  test('the files of an earlier one go without harm to the one that runs', async () => {
    const first = await startJob(id);
    const [message = ''] = await bench.take('detection');
    failNextFinish();
    await detect(delivery([message]));
    await bench.take('detection');
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
    const job = await openJobs(bench.environment).get(id);
    await startJob(id);
    for (const body of await bench.take('detection')) await detect(delivery([body]));
    // As if the sweeper had read the cancelled job just before its slot was taken.
    const stores = openAll(SWEEPER_STORES, bench.environment);
    const get = vi.fn(stores.jobs.get).mockResolvedValueOnce(job);
    const due = async function* () {
      yield { videoId: id, sweepAt: 0 };
    };
    await sweepJobs({ ...stores, jobs: { ...stores.jobs, due, get } }, { isOver: () => false });
    expect(await files.size(mediaKeys.segment(id, first, 0))).toBeNull();
    await runDetector();
    expect((await jobOver(bench.api, id)).status).toBe('completed');
  });
});

describe('videos', () => {
  test('one whose upload was never completed fails after 24 hours', async () => {
    const accountId = await accountOf(await processedVideo());
    const { runtime } = bench.environment;
    const videoId = uuidv7(runtime);
    await openNewVideos(bench.environment).create(
      newVideo({
        accountId,
        videoId,
        name: 'Never came',
        container: 'mp4',
        fileSize: 1,
        autoProcess: false,
        createdAt: new Date(runtime.now()).toISOString(),
      }),
    );
    bench.advance(23 * HOUR);
    await sweep();
    const before = await bench.api<VideoBody>('GET', `/api/videos/${videoId}`);
    expect(before.body.status).toBe('uploading');
    bench.advance(2 * HOUR);
    await sweep();
    const after = await bench.api<VideoBody>('GET', `/api/videos/${videoId}`);
    expect(after.body).toMatchObject({ status: 'failed', failure: { code: 'UPLOAD_INCOMPLETE' } });
  });

  test('one whose notification got lost is ingested; the file has arrived, so it is not “uploading” until then', async () => {
    const id = await upload(bench.api, clip);
    await bench.take('ingest');
    expect((await bench.api<VideoBody>('GET', `/api/videos/${id}`)).body.status).toBe('processing');
    bench.advance(25 * HOUR);
    await sweep();
    await runIngest();
    expect((await settled(bench.api, id)).status).toBe('processed');
  });

  test('one whose ingest died is ingested again after an hour', async () => {
    const id = await upload(bench.api, clip);
    await bench.take('ingest');
    const videos = openVideos(bench.environment);
    const video = await videos.get(await accountOf(id), id);
    if (video === null) throw new Error('no video');
    await videos.beginProcessing(video);
    bench.advance(59 * MINUTE);
    await sweep();
    expect(await bench.take('ingest')).toEqual([]);
    bench.advance(2 * MINUTE);
    await sweep();
    await runIngest();
    expect((await settled(bench.api, id)).status).toBe('processed');
  });
});

describe('deleted videos', () => {
  test('what a racing writer left below the tombstone goes after 20 minutes, the tombstone after 15 days', async () => {
    const id = await processedVideo();
    const accountId = await accountOf(id);
    await bench.api('DELETE', `/api/videos/${id}`);
    expect(await bench.traces(id)).toEqual(['versions: tombstone']);
    const leavings = [
      mediaKeys.upload(accountId, id),
      mediaKeys.section(id, 'layers', 'late'),
      mediaKeys.segment(id, 'job', 0),
      mediaKeys.export(id, 1, '1.0', 'json'),
      mediaKeys.thumbnail(id),
    ];
    for (const key of leavings) await files.put(key, Uint8Array.of(1), 'application/octet-stream');
    await bench.take('ingest');

    bench.advance(19 * MINUTE);
    await sweep();
    expect(await bench.traces(id)).toHaveLength(1 + leavings.length);
    bench.advance(2 * MINUTE);
    await sweep();
    expect(await bench.traces(id)).toEqual(['versions: tombstone']);

    bench.advance(14 * DAY);
    await sweep();
    expect(await bench.traces(id)).toEqual(['versions: tombstone']);
    bench.advance(DAY);
    await sweep();
    expect(await bench.traces(id)).toEqual([]);
  });
});

test('a duty that fails keeps none of the others from being done, and its error is in the log', async () => {
  const id = await upload(bench.api, clip);
  await bench.take('ingest');
  bench.advance(25 * HOUR);
  const stores = openAll(SWEEPER_STORES, bench.environment);
  const due = () => {
    throw new Error('no such index');
  };
  vi.stubEnv('VMS_LOG_LEVEL', 'ERROR');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const swept = await sweepAll({ ...stores, surfaces: { ...stores.surfaces, due } }).catch((error) => error);
  const written = stderr.mock.calls.map(([line]) => String(line));
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(swept).toMatchObject({ errors: [{ message: 'no such index' }] });
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'ERROR', message: 'duty failed', duty: 'surfaces', error: { message: 'no such index' } },
  ]);
  await runIngest();
  expect((await settled(bench.api, id)).status).toBe('processed');
});

test('multipart uploads that were abandoned go after 24 hours', async () => {
  const Key = mediaKeys.export(uuidv7(bench.environment.runtime), 1, '1.0', 'mp4');
  const target = { Bucket: files.bucket, Key, ChecksumAlgorithm: 'CRC64NVME' } as const;
  const { UploadId } = await s3().send(new CreateMultipartUploadCommand(target));
  await s3().send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'part' }));
  const open = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of files.listUploads()) keys.push(key);
    return keys;
  };
  bench.advance(23 * HOUR);
  await sweep();
  expect(await open()).toEqual([Key]);
  bench.advance(2 * HOUR);
  await sweep();
  expect(await open()).toEqual([]);
});
