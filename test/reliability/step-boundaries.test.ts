import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { openAll } from '../../shared/kernel/runtime/store-factories.ts';
import { sweepBlobs } from '../../shared/service/sweep/sweep-blobs.ts';
import { SWEEPER_STORES } from '../../shared/service/sweep/sweeper-stores.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openSurfaces } from '../../shared/stores/surfaces.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { faultRandom, portion, sampleOf, TIMEOUT, thorough } from '../support/faults/faults.ts';
import {
  injectStoreFaults,
  type StoreMoment,
  storeMoments,
  unlessFaulted,
} from '../support/faults/store-faults.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { listedVideos, settled, type VideoBody } from '../support/service/api.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { runningSurface } from '../support/surfaces/running-surface.ts';
import { announce } from '../support/videos/direct-upload.ts';
import { ingestedVideo, uploadedVideo } from '../support/videos/ingested-video.ts';

const HOUR = 60 * 60_000;

const random = faultRandom();

const bench = await startWorkbench();
const { api } = bench;
const faults = injectStoreFaults();
const clip = await shortClip(4);

/** The fault at a call to a store: the process dies there, or only this call fails, including its retries. */
const TROUBLES = ['dies', 'fails'] as const;
type Trouble = (typeof TROUBLES)[number];

const trouble = (kind: Trouble, [number, after]: StoreMoment): void =>
  kind === 'dies' ? faults.dieAt(number, after) : faults.failAt(number, after);

/** Runs some work with a fault. */
async function troubled(kind: Trouble, moment: StoreMoment, work: () => Promise<unknown>): Promise<void> {
  trouble(kind, moment);
  await unlessFaulted(work());
  faults.heal();
}

/** All moments of some work; in a short run, a random sample of them. */
const sampled = (calls: number, sample: number): StoreMoment[] =>
  portion(storeMoments(calls, sampleOf(sample), random));

const uploaded = (fields?: Record<string, string>) => uploadedVideo(bench, clip, fields);
const processedVideo = () => ingestedVideo(bench, clip);

/** Creates something to do for every duty of the sweeper. Returns a check that it was done. */
async function neglected() {
  const files = openMediaFiles(bench.environment);
  const deleted = (await uploaded()).id;
  await api('DELETE', `/api/videos/${deleted}`);
  await files.put(mediaKeys.segment(deleted, 'late', 0), Uint8Array.of(1), 'application/gzip');
  const { id: lost } = await uploaded();
  const { body: announced } = await announce(api, 1000);
  const video = await processedVideo();
  const blob = mediaKeys.section(video, 'variables', 'lost-race');
  await files.put(blob, Uint8Array.of(1), 'application/gzip');
  const { job } = await claimSegmentedJob(bench.environment, video, 1);
  const cancelled = await processedVideo();
  await claimSegmentedJob(bench.environment, cancelled, 1);
  await api('POST', `/api/videos/${cancelled}/process/cancel`);
  await files.put(mediaKeys.segment(cancelled, 'earlier', 0), Uint8Array.of(1), 'application/gzip');
  const surfaces = openSurfaces(bench.environment);
  const accountId = job.accountId;
  const waiting = runningSurface({ accountId, videoId: video, objectId: `surface_${video}` });
  const done = runningSurface({ accountId, videoId: cancelled, objectId: `surface_${cancelled}` });
  for (const tracking of [waiting, done]) await surfaces.begin(tracking);
  await surfaces.advance(done, 'cancelled');
  const leftover = mediaKeys.surfaceUnit(cancelled, done.objectId, 'forwards', 0);
  await files.put(leftover, Uint8Array.of(1), 'application/gzip');
  bench.advance(25 * HOUR);
  // Blobs are removed once a clock has gone evenly for so long.
  await sweepBlobs(openAll(SWEEPER_STORES, bench.environment), { isOver: () => false });
  bench.advance(HOUR / 3);

  return {
    async expectSwept(moment?: StoreMoment) {
      const [messages, notifications] = [await bench.take('detection'), await bench.take('ingest')];
      const keysOf = async (id: string) => (await bench.traces(id)).filter((trace) => !trace.includes(':'));
      expect([
        moment,
        {
          deleted: await bench.traces(deleted),
          lost: notifications.some((body) => body.includes(lost)),
          announced: (await api<VideoBody>('GET', `/api/videos/${announced.id}`)).body.status,
          openUploads: await keysOf(announced.id),
          blob: await files.size(blob),
          stalled: messages.some((body) => body.includes(job.jobId)),
          waiting: messages.some((body) => body.includes(waiting.objectId)),
          done: [await surfaces.get(done), await files.size(leftover)],
          leavings: (await keysOf(cancelled)).filter((key) => key.startsWith('jobs/')),
        },
      ]).toEqual([
        moment,
        {
          deleted: ['versions: tombstone'],
          lost: true,
          announced: 'failed',
          openUploads: [],
          blob: null,
          stalled: true,
          waiting: true,
          done: [null, null],
          leavings: [],
        },
      ]);
    },
  };
}

/** Requires the total of the list to be the number of listed videos. */
async function expectExactTotal(): Promise<void> {
  const { videos, total } = await listedVideos(api);
  expect(total).toBe(videos.length);
}

async function removeObjects(id: string): Promise<void> {
  const { body } = await api<{ objects: Record<string, unknown> }>('GET', `/api/videos/${id}/metadata`);
  const objects = Object.fromEntries(Object.keys(body.objects).map((object) => [object, null]));
  expect((await api('PATCH', `/api/videos/${id}/metadata`, { json: { objects } })).status).toBe(200);
}

describe.for(TROUBLES)('a worker that %s at any call to a store', (kind) => {
  // What fails once is in less trouble than what dies: in the usual run only the longest work does.
  const tags = kind === 'dies' ? 'sampled' : 'long';

  test('leaves an ingest that the next delivery ends, with one version', {
    tags,
    timeout: TIMEOUT,
  }, async () => {
    const first = await uploaded();
    const calls = await faults.count(() => ingest(delivery([first.message])));
    expect(calls).toBeGreaterThan(10);
    const traces = (await bench.traces(first.id)).filter((trace) => !trace.includes(':'));
    for (const moment of sampled(calls, 4)) {
      const { id, message } = await uploaded();
      await troubled(kind, moment, () => ingest(delivery([message])));
      await ingest(delivery([message], 2));
      expect([moment, (await settled(api, id)).status]).toEqual([moment, 'processed']);
      expect((await versionsOf(api, id)).currentVersion).toBe(1);
      const left = (await bench.traces(id)).filter((trace) => !trace.includes(':'));
      expect(left.map((key) => key.replaceAll(id, first.id)).toSorted()).toEqual(traces.toSorted());
    }
  });

  test('leaves a promised detection job that starts at the latest with a sweep', {
    tags,
    timeout: TIMEOUT,
  }, async () => {
    const first = await uploaded({ autoProcess: 'true' });
    const calls = await faults.count(() => ingest(delivery([first.message])));
    await bench.take('detection');
    for (const moment of sampled(calls, 2)) {
      const { id, message } = await uploaded({ autoProcess: 'true' });
      await troubled(kind, moment, () => ingest(delivery([message])));
      await ingest(delivery([message], 2));
      bench.advance(HOUR);
      await sweep();
      const messages = (await bench.take('detection')).filter((body) => body.includes(id));
      // Those that the relay sends name their members in another order.
      const kinds = new Set(
        messages.map((body) => JSON.stringify(Object.entries(JSON.parse(body)).toSorted())),
      );
      expect([moment, kinds.size]).toEqual([moment, 1]);
      await api('POST', `/api/videos/${id}/process/cancel`);
    }
  });

  test('leaves a detection job that the next delivery ends, with the same output', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const video = await processedVideo();
    const startJob = async (): Promise<string[]> =>
      (await claimSegmentedJob(bench.environment, video, thorough ? 3 : 1)).messages;
    let calls = 0;
    for (let queue = await startJob(); queue.length > 0; queue = await bench.take('detection')) {
      for (const body of queue) calls += await faults.count(() => detect(delivery([body])));
    }
    const { versions: _, ...expected } = await outcome(api, video);
    expect(expected.objects.length).toBeGreaterThan(0);
    expect(calls).toBeGreaterThan(20);

    for (const [number, after] of sampled(calls, 4)) {
      await removeObjects(video);
      const { currentVersion: before } = await versionsOf(api, video);
      // Calls are counted across all messages; a message that was cut off is delivered again.
      let left = number;
      const queue = await startJob();
      for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
        const message = body;
        if (left > 0) {
          trouble(kind, [left, after]);
          const outcomes = await unlessFaulted(detect(delivery([message])));
          left -= faults.heal();
          if (outcomes?.batchItemFailures.length !== 0) queue.push(message);
        } else {
          await detect(delivery([message], 2));
        }
        queue.push(...(await bench.take('detection')));
      }
      const { versions, ...result } = await outcome(api, video);
      expect([number, after, result]).toEqual([number, after, expected]);
      expect(versions).toHaveLength(before + 1);
      bench.advance(HOUR);
      await sweep();
      expect((await bench.traces(video)).filter((trace) => trace.startsWith('jobs/'))).toEqual([]);
    }
  });

  test('leaves a deletion that the sweeper ends', { tags, timeout: TIMEOUT }, async () => {
    const remove = (id: string) => api('DELETE', `/api/videos/${id}`);
    const first = (await uploaded()).id;
    const calls = await faults.count(() => remove(first));
    for (const moment of sampled(calls, 4)) {
      const { id } = await uploaded();
      await troubled(kind, moment, async () => {
        expect([200, 500]).toContain((await remove(id)).status);
      });
      await expectExactTotal();
      const { status } = await api('GET', `/api/videos/${id}`);
      if (status === 200) {
        // It ended before the tombstone: nothing has happened, so that it can be repeated.
        expect((await remove(id)).status).toBe(200);
      } else {
        bench.advance(HOUR);
        await sweep();
      }
      expect([moment, await bench.traces(id)]).toEqual([moment, ['versions: tombstone']]);
    }
  });

  test('leaves a sweep whose every duty the next sweep ends', {
    tags,
    timeout: TIMEOUT,
  }, async () => {
    await sweep();
    const first = await neglected();
    const calls = await faults.count(sweep);
    await first.expectSwept();
    for (const moment of sampled(calls, 4)) {
      const { expectSwept } = await neglected();
      await troubled(kind, moment, sweep);
      await sweep();
      await expectSwept(moment);
    }
  });
});
