import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { handler as giveUp } from '../../../functions/ingest/dead-letters.ts';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../../functions/sweeper/sweeper.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { type Api, fileForm, type JobBody, settled, type VideoBody } from '../../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import type { StoreCall } from '../../support/store-calls.ts';
import { announce } from '../../support/videos/direct-upload.ts';
import { uploadedVideo } from '../../support/videos/ingested-video.ts';

// The decoder runs beside the other tests.
vi.setConfig({ testTimeout: 120_000 });

const DAY = 24 * 3_600_000;

let bench: Workbench;
let api: Api;
let clip: string;
let id: string;
let notification: string;

beforeAll(async () => {
  bench = await startWorkbench();
  ({ api } = bench);
  clip = await shortClip(2);
});

beforeEach(async () => {
  ({ id, message: notification } = await uploadedVideo(bench, clip, { autoProcess: 'true' }));
});

const statusOf = (video = id) => api<JobBody>('GET', `/api/videos/${video}/process/status`);
const cancel = (video = id) => api<JobBody>('POST', `/api/videos/${video}/process/cancel`);
const start = (video = id) => api<JobBody>('POST', `/api/videos/${video}/process`);
const runIngest = (received = 1) => ingest(delivery([notification], received));
const messagesOf = async (video = id) =>
  (await bench.take('detection')).filter((body) => body.includes(video));

/** The write by which a job takes its video's slot. */
const claims = ({ command, input }: StoreCall): boolean =>
  command === 'PutItemCommand' && JSON.stringify(input).includes('"segmentSeconds"');

const withdrawn = { status: 200, body: { jobId: expect.any(String), status: 'cancelled' } };

describe('a job that an upload with autoProcess promises', () => {
  test('is queued from the beginning, under the id that it will have', async () => {
    const before = await statusOf();
    expect(before).toMatchObject({
      status: 200,
      body: {
        status: 'queued',
        progress: 0,
        currentFrame: 0,
        totalFrames: 0,
        objectsDetected: 0,
        eta: 0,
        model: 'moving-object',
        fallback: true,
      },
    });
    expect((await start()).body.error?.code).toBe('JOB_IN_PROGRESS');
    await runIngest();
    const { jobId } = before.body;
    expect((await statusOf()).body).toMatchObject({ jobId, status: 'queued', totalFrames: 10 });
    expect((await start()).body.error?.code).toBe('JOB_IN_PROGRESS');
    for (const body of await messagesOf()) await detect(delivery([body]));
    expect((await statusOf()).body).toMatchObject({ jobId, status: 'completed', progress: 100 });
    expect((await start()).status).toBe(201);
  });

  test('is there while the video is processed, and between that and its own beginning', async () => {
    const looks: JobBody[] = [];
    const look = async () => {
      looks.push((await statusOf()).body);
      expect((await start()).body.error?.code).toBe('JOB_IN_PROGRESS');
    };
    const writesVideo = ({ command, input }: StoreCall, status: string): boolean =>
      command === 'UpdateItemCommand' && JSON.stringify(input).includes(`"${status}"`);
    beforeNext((call) => writesVideo(call, 'processed'), look);
    beforeNext(claims, look);
    await runIngest();
    expect(looks.map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  test('can be withdrawn: nothing of it happens, however often the upload is announced', async () => {
    expect(await cancel()).toMatchObject({ status: 200, body: { success: true, status: 'cancelled' } });
    expect(await statusOf()).toMatchObject(withdrawn);
    expect((await cancel()).body.error?.code).toBe('JOB_NOT_CANCELLABLE');
    expect((await start()).body.error?.code).toBe('VIDEO_NOT_READY');
    await runIngest();
    await runIngest(2);
    expect((await settled(api, id)).status).toBe('processed');
    expect(await messagesOf()).toEqual([]);
    expect(await statusOf()).toMatchObject(withdrawn);
    expect((await start()).status).toBe(201);
  });

  test('that is cancelled just before the ingest would start it never starts', async () => {
    const race = beforeNext(claims, async () => {
      expect((await cancel()).status).toBe(200);
    });
    await runIngest();
    await runIngest(2);
    expect(race.happened).toBe(true);
    expect(await messagesOf()).toEqual([]);
    expect(await statusOf()).toMatchObject(withdrawn);
  });

  test('that the ingest starts just before it would be withdrawn is cancelled like any other', async () => {
    const race = beforeNext(claims, () => runIngest());
    expect((await cancel()).status).toBe(200);
    expect(race.happened).toBe(true);
    for (const body of await messagesOf()) await detect(delivery([body]));
    expect((await statusOf()).body).toMatchObject({ status: 'cancelled', totalFrames: 10 });
    expect(
      (await api<{ currentVersion: number }>('GET', `/api/videos/${id}/versions`)).body.currentVersion,
    ).toBe(1);
  });

  test('fails with the ingest: there is none, and the video gives the reason', async () => {
    const form = fileForm((await readFile(clip)).subarray(0, 2000), 'clip.mp4', { autoProcess: 'true' });
    const { body } = await api<VideoBody>('POST', '/api/videos/upload', { form });
    expect((await statusOf(body.id)).body.status).toBe('queued');
    for (const message of await bench.take('ingest')) await ingest(delivery([message]));
    const video = await settled(api, body.id);
    expect(video).toMatchObject({ status: 'failed', failure: { code: expect.any(String) } });
    expect((await statusOf(body.id)).body.error?.code).toBe('JOB_NOT_FOUND');
    expect((await cancel(body.id)).body.error?.code).toBe('JOB_NOT_CANCELLABLE');
    expect((await start(body.id)).body.error).toMatchObject({
      code: 'VIDEO_NOT_READY',
      message: `Processing failed: ${video.failure?.message}`,
      details: { status: 'failed' },
    });
  });

  test('of a file that never arrives is queued until the upload is given up', async () => {
    const { body } = await announce(api, 1000, { autoProcess: true });
    expect((await statusOf(body.id)).body.status).toBe('queued');
    bench.advance(DAY);
    await sweep();
    expect((await statusOf(body.id)).body.error?.code).toBe('JOB_NOT_FOUND');
  });

  test('fails where the ingest is given up after the video was processed', async () => {
    beforeNext(claims, () => Promise.reject(new Error('out of reach')));
    expect((await runIngest()).batchItemFailures).toHaveLength(1);
    expect((await statusOf()).body.status).toBe('queued');
    await giveUp(delivery([notification]));
    expect((await settled(api, id)).status).toBe('processed');
    expect((await statusOf()).body).toMatchObject({ status: 'failed', error: { code: 'NOT_STARTED' } });
    await runIngest();
    expect(await messagesOf()).toEqual([]);
    expect((await start()).status).toBe(201);
  });

  test.each(['withdrawn', 'given up'])(
    'leaves nothing that the sweeper does not remove where the video is deleted while it is %s',
    async (how) => {
      if (how === 'given up') {
        beforeNext(claims, () => Promise.reject(new Error('out of reach')));
        await runIngest();
      }
      const race = beforeNext(claims, async () => {
        expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
      });
      if (how === 'given up') await giveUp(delivery([notification]));
      else expect((await cancel()).body.error?.code).toBe('VIDEO_NOT_FOUND');
      expect(race.happened).toBe(true);
      bench.advance(DAY);
      await sweep();
      expect(await bench.traces(id)).toEqual(['versions: tombstone']);
    },
  );
});
