import { setImmediate as turn } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { withoutTurns } from '../support/faults/without-turns.ts';
import { failNextFinish } from '../support/jobs/fail-next-finish.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { type JobBody, settled, upload } from '../support/service/api.ts';
import { delivery, startWorkbench, type Workbench } from '../support/service/workbench.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

withoutTurns();

const SEGMENTS = 3;

type QueueWorker = (event: SQSEvent) => Promise<SQSBatchResponse>;

const random = faultRandom();
const below = (limit: number): number => Math.floor(random() * limit);

let bench: Workbench;
let second: Awaited<ReturnType<typeof loadAgain>>;
let clip: string;
let id: string;
let undisturbed: Awaited<ReturnType<typeof outcome>>;

const processedVideo = () => ingestedVideo(bench, clip);

/** Processes messages, and those that they cause, in order. */
async function work(worker: QueueWorker, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) await worker(delivery([body]));
  const next = await bench.take('detection');
  if (next.length > 0) await work(worker, next);
}

const jobOf = async (): Promise<JobBody> =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

/** Each one to five times, in any order. */
const disorderly = (bodies: readonly string[]): string[] =>
  bodies
    .flatMap((body) => Array.from({ length: 1 + below(5) }, () => ({ body, at: random() })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ body }) => body);

/** Lets instances work in parallel, each on one message at a time. */
async function shared(workers: readonly QueueWorker[], bodies: readonly string[]): Promise<void> {
  const work = async (worker: QueueWorker, share: number): Promise<void> => {
    for (const body of bodies.filter((_, position) => position % workers.length === share)) {
      expect(await worker(delivery([body]))).toEqual({ batchItemFailures: [] });
    }
  };
  await Promise.all(workers.map(work));
}

/** Loads the modules again, so that they share only the stores with the first ones, like another Lambda instance. */
async function loadAgain(): Promise<{ detect: QueueWorker; ingest: QueueWorker }> {
  vi.resetModules();
  const { provideEnvironment } = await import('../../shared/kernel/runtime/environment.ts');
  provideEnvironment(bench.environment);
  const { connectBySockets } = await import('../../local/stores/connections.ts');
  connectBySockets(process.env);
  return {
    detect: (await import('../../functions/detector/detector.ts')).handler,
    ingest: (await import('../../functions/ingest/ingest.ts')).handler,
  };
}

beforeAll(async () => {
  bench = await startWorkbench();
  second = await loadAgain();
  clip = await shortClip(6);
  const video = await processedVideo();
  await work(detect, (await claimSegmentedJob(bench.environment, video, SEGMENTS)).messages);
  undisturbed = await outcome(bench.api, video);
  expect(undisturbed.objects.length).toBeGreaterThan(1);
  expect(undisturbed.versions).toHaveLength(2);
});

beforeEach(async () => {
  id = await processedVideo();
});

describe('notifications of uploads that come repeatedly and in any order', () => {
  test('to two instances make one video, one version 1 and one pending job each', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const workers = [ingest, second.ingest];
    const uploads: { autoProcess: boolean; id: string }[] = [];
    for (let i = 0; i < rounds(30, 3); i++) {
      const autoProcess = i % 2 === 0;
      uploads.push({ autoProcess, id: await upload(bench.api, clip, { autoProcess: String(autoProcess) }) });
    }
    await shared(workers, disorderly(await bench.take('ingest')));
    let messages = await bench.take('detection');
    expect(new Set(messages).size).toBe(uploads.filter(({ autoProcess }) => autoProcess).length);
    for (; messages.length > 0; messages = await bench.take('detection')) {
      await shared([detect, second.detect], disorderly(messages));
    }
    for (const { id: video, autoProcess } of uploads) {
      expect((await settled(bench.api, video)).status).toBe('processed');
      const { versions } = await versionsOf(bench.api, video);
      expect(versions.map(({ version }) => version)).toEqual(autoProcess ? [2, 1] : [1]);
      const job = await bench.api<JobBody>('GET', `/api/videos/${video}/process/status`);
      expect(job.body.status).toBe(autoProcess ? 'completed' : undefined);
    }
  });
});

describe('messages of a detection job that come repeatedly and in any order', () => {
  test('make one version, with the output of an undisturbed job', { timeout: TIMEOUT }, async () => {
    const { job, messages } = await claimSegmentedJob(bench.environment, id, SEGMENTS);
    const workers = [detect, second.detect];
    const seen = [...messages];
    for (let pending = disorderly(messages); pending.length > 0; ) {
      await shared(workers, pending);
      const next = await bench.take('detection');
      seen.push(...next);
      pending = disorderly(next);
    }
    expect(await jobOf()).toMatchObject({ jobId: job.jobId, status: 'completed', progress: 100 });
    expect(await outcome(bench.api, id)).toEqual(undisturbed);

    await work(detect, disorderly([...new Set(seen)]));
    expect(await jobOf()).toMatchObject({ jobId: job.jobId, status: 'completed', progress: 100 });
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
    expect((await bench.traces(id)).filter((trace) => trace.startsWith('jobs/'))).toEqual([]);
  });

  test('are ignored once the next job has begun', async () => {
    const first = await claimSegmentedJob(bench.environment, id, SEGMENTS);
    const [begun = ''] = first.messages;
    await detect(delivery([begun]));
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
    const second = await claimSegmentedJob(bench.environment, id, SEGMENTS);
    const finish = JSON.stringify({ ...JSON.parse(begun), kind: 'finish' });
    await work(detect, [...first.messages, finish]);
    expect(await jobOf()).toMatchObject({ jobId: second.job.jobId, status: 'queued' });
    await work(detect, second.messages);
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
  });

  test('a worker whose every attempt fails fails the job, and it stays failed', async () => {
    const { job, messages } = await claimSegmentedJob(bench.environment, id, 1);
    const files = openMediaFiles(bench.environment);
    const frames = (await files.get(mediaKeys.frameIndex(id))) ?? new Uint8Array();
    await files.delete(mediaKeys.frameIndex(id));
    expect((await detect(delivery(messages, 1))).batchItemFailures).toHaveLength(1);
    expect((await detect(delivery(messages, 2))).batchItemFailures).toHaveLength(1);
    expect((await jobOf()).status).toBe('processing');
    expect((await detect(delivery(messages, 3))).batchItemFailures).toEqual([]);
    const failed = { jobId: job.jobId, status: 'failed', error: { code: 'DETECTION_FAILED' } };
    expect(await jobOf()).toMatchObject(failed);
    await files.put(mediaKeys.frameIndex(id), frames, 'application/octet-stream');
    await work(detect, messages);
    expect(await jobOf()).toMatchObject(failed);
  });
});

/** A job whose segments are all done, copied from one that ran, with the message that asks for its finish. */
async function jobBeforeItsFinish(segments: readonly Uint8Array[]): Promise<string> {
  const jobs = openJobs(bench.environment);
  const files = openMediaFiles(bench.environment);
  const { job, messages } = await claimSegmentedJob(bench.environment, id, segments.length);
  await jobs.advance(job, 'processing');
  for (const [segment, bytes] of segments.entries()) {
    await files.put(mediaKeys.segment(id, job.jobId, segment), bytes, 'application/gzip');
    await jobs.completeUnit(job, segment);
  }
  return JSON.stringify({ ...JSON.parse(messages[0] ?? ''), kind: 'finish' });
}

/** The detections of the segments of a job on the current video. */
async function detectedSegments(): Promise<Uint8Array[]> {
  const files = openMediaFiles(bench.environment);
  const { job, messages } = await claimSegmentedJob(bench.environment, id, SEGMENTS);
  failNextFinish();
  for (const body of messages) await detect(delivery([body]));
  await bench.take('detection');
  const segments = await Promise.all(
    messages.map((_, segment) => files.get(mediaKeys.segment(id, job.jobId, segment))),
  );
  await bench.api('POST', `/api/videos/${id}/process/cancel`);
  return segments.filter((bytes) => bytes !== null);
}

/** Waits for some turns of the event loop. */
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await turn();
};

const countOf = async (text: string): Promise<number> =>
  (await versionsOf(bench.api, id)).versions.filter(({ description }) => description.includes(text)).length;

describe('a finish', () => {
  test('delivered several times at once, while others write, makes one version', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const segments = await detectedSegments();
    for (let round = 1; round <= rounds(300, 4); round++) {
      const finish = await jobBeforeItsFinish(segments);
      const json = { variables: [{ id: 'round', value: round }] };
      const patch = () => bench.api('PATCH', `/api/videos/${id}/metadata`, { json });
      const deliveries = [detect, second.detect, detect, second.detect].map(async (worker) => {
        await turns(below(60));
        await worker(delivery([finish]));
      });
      const patches = Array.from({ length: 6 }, async () => {
        await turns(below(60));
        expect((await patch()).status).toBe(200);
      });
      await Promise.all([...deliveries, ...patches]);
      // A finish whose job files are gone is delivered again, as the queue would do.
      await detect(delivery([finish]));
      expect((await jobOf()).status).toBe('completed');
      expect(await countOf('Objects detected')).toBe(round);
    }
    const { versions, currentVersion } = await versionsOf(bench.api, id);
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: currentVersion }, (_, i) => currentVersion - i),
    );
  });

  test('that dies after its commit counts what it has found when it is repeated', {
    tags: 'long',
  }, async () => {
    const finish = await jobBeforeItsFinish(await detectedSegments());
    beforeNext(
      ({ command, input }) =>
        command === 'UpdateItemCommand' && JSON.stringify(input).includes('"completed"'),
      () => Promise.reject(new Error('The finish was made to die')),
    );
    expect((await detect(delivery([finish]))).batchItemFailures).toHaveLength(1);
    expect(await countOf('Objects detected')).toBe(1);
    expect((await jobOf()).status).toBe('processing');
    await detect(delivery([finish], 2));
    expect(await jobOf()).toMatchObject({
      status: 'completed',
      objectsDetected: undisturbed.objects.length,
    });
    expect(await countOf('Objects detected')).toBe(1);
  });

  test('of an earlier job does not finish the current one', { tags: 'long', timeout: TIMEOUT }, async () => {
    const cancel = () => bench.api('POST', `/api/videos/${id}/process/cancel`);
    const segments = await detectedSegments();
    const earlier = await jobBeforeItsFinish(segments);
    await cancel();
    await jobBeforeItsFinish(segments);
    await detect(delivery([earlier]));
    expect((await jobOf()).status).toBe('processing');
    expect((await cancel()).status).toBe(200);
  });

  test('that races a cancel has either happened, or never will', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const segments = await detectedSegments();
    const cancel = async (after: number) => {
      await turns(after);
      return (await bench.api('POST', `/api/videos/${id}/process/cancel`)).status;
    };
    let finished = 0;
    const finishes = rounds(1000, 32);
    for (let round = 0; round < finishes; round++) {
      const finish = await jobBeforeItsFinish(segments);
      // The first two rounds do not race, so that both outcomes occur.
      if (round === 0) await detect(delivery([finish]));
      const early = round === 1 ? await cancel(0) : null;
      const finishing = turns(below(40)).then(() => detect(delivery([finish])));
      const answer = early ?? (await cancel(below(40)));
      const { currentVersion } = await versionsOf(bench.api, id);
      await finishing;
      await detect(delivery([finish], 2));
      if (answer !== 200) finished++;
      else expect((await versionsOf(bench.api, id)).currentVersion).toBe(currentVersion);
      expect((await jobOf()).status).toBe(answer === 200 ? 'cancelled' : 'completed');
      expect(await countOf('Objects detected')).toBe(finished);
    }
    expect(finished).toBeGreaterThan(0);
    expect(finished).toBeLessThan(finishes);
  });
});
