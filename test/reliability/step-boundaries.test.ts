import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { synthesizeClip } from '../../shared/media/synthesize-clip.ts';
import { type Api, fileForm, settled, upload, type VideoBody } from '../support/api.ts';
import { faultRandom, thorough } from '../support/faults.ts';
import { outcome, versionsOf } from '../support/job-outcome.ts';
import { claimSegmentedJob } from '../support/segmented-job.ts';
import { injectStoreFaults, type StoreFaults } from '../support/store-faults.ts';
import { temporaryFolder } from '../support/test-service.ts';
import { delivery, startWorkbench, type Workbench } from '../support/workbench.ts';

const TIMEOUT = thorough ? 3_600_000 : 60_000;
const HOUR = 60 * 60_000;

const random = faultRandom();

let bench: Workbench;
let api: Api;
let faults: StoreFaults;
let clip: string;

beforeAll(async () => {
  bench = await startWorkbench();
  ({ api } = bench);
  faults = injectStoreFaults();
  clip = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(clip, { seconds: 4, width: 160, height: 90, fps: 5 });
});

/** A moment at which a process can die: at a call to a store, before or after it has taken effect. */
type Moment = readonly [call: number, after: boolean];

/** All the moments of some work; of a short run, so many of them. */
function moments(calls: number, sample: number): Moment[] {
  const all = Array.from({ length: calls }, (_, i) => i + 1).flatMap((call): Moment[] => [
    [call, false],
    [call, true],
  ]);
  if (thorough) return all;
  return all
    .map((moment) => ({ moment, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, sample)
    .map(({ moment }) => moment);
}

/** Counts the calls to the stores that some work makes. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  faults.failAt(Number.POSITIVE_INFINITY, false);
  await work();
  return faults.heal();
}

/** Does some work in a process that dies at a call, as far as the stores can tell. */
async function dying(number: number, after: boolean, work: () => Promise<unknown>): Promise<void> {
  faults.dieAt(number, after);
  await work().catch(() => undefined);
  faults.heal();
}

const uploaded = async (): Promise<{ id: string; message: string }> => {
  const id = await upload(api, clip);
  const message = (await bench.take('ingest')).find((body) => body.includes(id)) ?? '';
  return { id, message };
};

async function processedVideo(): Promise<string> {
  const { id, message } = await uploaded();
  await ingest(delivery([message]));
  expect((await settled(api, id)).status).toBe('processed');
  return id;
}

/** That the number of videos is that of those which are listed. */
async function expectExactTotal(): Promise<void> {
  const { body } = await api<{ videos: VideoBody[]; total: number }>('GET', '/api/videos?pageSize=100');
  expect(body.total).toBe(body.videos.length);
}

async function removeObjects(id: string): Promise<void> {
  const { body } = await api<{ objects: Record<string, unknown> }>('GET', `/api/videos/${id}/metadata`);
  const objects = Object.fromEntries(Object.keys(body.objects).map((object) => [object, null]));
  expect((await api('PATCH', `/api/videos/${id}/metadata`, { json: { objects } })).status).toBe(200);
}

describe('a process that dies at any call to a store', () => {
  test('leaves an ingest that the next delivery ends, with one version', { timeout: TIMEOUT }, async () => {
    const first = await uploaded();
    const calls = await callsOf(() => ingest(delivery([first.message])));
    expect(calls).toBeGreaterThan(10);
    const traces = (await bench.traces(first.id)).filter((trace) => !trace.includes(':'));
    for (const [number, after] of moments(calls, 5)) {
      const { id, message } = await uploaded();
      await dying(number, after, () => ingest(delivery([message])));
      await ingest(delivery([message], 2));
      expect((await settled(api, id)).status).toBe('processed');
      expect((await versionsOf(api, id)).currentVersion).toBe(1);
      const left = (await bench.traces(id)).filter((trace) => !trace.includes(':'));
      expect(left.map((key) => key.replaceAll(id, first.id)).toSorted()).toEqual(traces.toSorted());
    }
  });

  test('leaves a detection job that the next delivery ends, with the same output', {
    timeout: TIMEOUT,
  }, async () => {
    const video = await processedVideo();
    const startJob = async (): Promise<string[]> =>
      (await claimSegmentedJob(bench.environment, video, thorough ? 3 : 1)).messages;
    let calls = 0;
    for (let queue = await startJob(); queue.length > 0; queue = await bench.take('detection')) {
      for (const body of queue) calls += await callsOf(() => detect(delivery([body])));
    }
    const { versions: _, ...expected } = await outcome(api, video);
    expect(expected.objects.length).toBeGreaterThan(0);
    expect(calls).toBeGreaterThan(20);

    for (const [number, after] of moments(calls, 6)) {
      await removeObjects(video);
      const { currentVersion: before } = await versionsOf(api, video);
      // The calls of all messages are counted through; what the death leaves undone comes again.
      let left = number;
      const queue = await startJob();
      for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
        const message = body;
        if (left > 0) {
          faults.dieAt(left, after);
          const outcomes = await detect(delivery([message])).catch(() => null);
          left -= faults.heal();
          if (outcomes?.batchItemFailures.length !== 0) queue.push(message);
        } else {
          await detect(delivery([message], 2));
        }
        queue.push(...(await bench.take('detection')));
      }
      const { versions, ...result } = await outcome(api, video);
      expect(result).toEqual(expected);
      expect(versions).toHaveLength(before + 1);
      bench.advance(HOUR);
      await sweep();
      expect((await bench.traces(video)).filter((trace) => trace.startsWith('jobs/'))).toEqual([]);
    }
  });

  test('leaves a deletion that the sweeper ends', { timeout: TIMEOUT }, async () => {
    const remove = (id: string) => api('DELETE', `/api/videos/${id}`);
    const first = (await uploaded()).id;
    const calls = await callsOf(() => remove(first));
    for (const [number, after] of moments(calls, 8)) {
      const { id } = await uploaded();
      await dying(number, after, () => remove(id));
      await expectExactTotal();
      const { status } = await api('GET', `/api/videos/${id}`);
      if (status === 200) {
        // It died before the tombstone: nothing has happened, and can be done again.
        expect((await remove(id)).status).toBe(200);
      } else {
        bench.advance(HOUR);
        await sweep();
      }
      expect(await bench.traces(id)).toEqual(['versions: tombstone']);
    }
  });
});

describe('a call to a store that fails', () => {
  test('during a PATCH tears nothing: the answer is a 500, and the next PATCH succeeds', async () => {
    const id = await processedVideo();
    const patch = (value: string) =>
      api('PATCH', `/api/videos/${id}/metadata`, { json: { variables: [{ id: value, value }] } });
    const calls = await callsOf(() => patch('first'));
    for (let number = 1; number <= calls; number++) {
      for (const after of [false, true]) {
        faults.failAt(number, after);
        const { status, body } = await patch(`faulty-${number}-${after}`);
        faults.heal();
        expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
        expect((await patch(`retried-${number}-${after}`)).status).toBe(200);
      }
    }
    const { versions, currentVersion } = await versionsOf(api, id);
    expect(versions).toHaveLength(currentVersion);
    const { body } = await api<{ variables: { id: string }[] }>('GET', `/api/videos/${id}/metadata`);
    expect(body.variables.filter((variable) => variable.id.startsWith('retried'))).toHaveLength(2 * calls);
    expect(body.variables).toHaveLength(currentVersion - 1);
  });

  test('during an upload leaves nothing that ever looks like a video', async () => {
    const form = () => readFile(clip).then((bytes) => fileForm(new Uint8Array(bytes)));
    const send = async () => api('POST', '/api/videos/upload', { form: await form() });
    const calls = await callsOf(send);
    for (const body of await bench.take('ingest')) await ingest(delivery([body]));
    for (let number = 1; number <= calls; number++) {
      faults.failAt(number, false);
      expect((await send()).status).toBe(500);
      faults.heal();
      await expectExactTotal();
    }
    expect(await bench.take('ingest')).toEqual([]);
    bench.advance(25 * HOUR);
    await sweep();
    const { body } = await api<{ videos: VideoBody[] }>('GET', '/api/videos?pageSize=100');
    expect(body.videos.filter(({ status }) => status === 'uploading')).toEqual([]);
  });

  test('during a sweep does not keep the other duties from being done', async () => {
    const id = await processedVideo();
    await api('DELETE', `/api/videos/${id}`);
    await bench.take('ingest');
    bench.advance(HOUR);
    const { id: other } = await uploaded();
    await bench.take('ingest');
    bench.advance(25 * HOUR);
    // The first call is the look-up of the videos that are due.
    faults.failAt(1, false);
    await expect(sweep()).rejects.toThrow(AggregateError);
    faults.heal();
    expect(await bench.take('ingest')).toEqual([]);
    await sweep();
    expect((await bench.take('ingest')).filter((body) => body.includes(other))).toHaveLength(1);
  });
});
