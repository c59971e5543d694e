import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import type { SegmentFrame } from '../../shared/service/detection/detect-samples.ts';
import { readJobFile, writeJobFile } from '../../shared/service/detection/job-files.ts';
import { finishMessage } from '../../shared/service/jobs/plan-job.ts';
import { type MediaFiles, openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { type Jobs, openJobs } from '../../shared/stores/jobs/jobs.ts';
import { colouredShapes } from '../support/clips/coloured-shapes.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { faultRandom, portion, TIMEOUT, thorough } from '../support/faults/faults.ts';
import { injectStoreFaults, type StoreFaults, unlessFaulted } from '../support/faults/store-faults.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { writeTinyClip } from '../support/models/tiny-clip-model.ts';
import { sampled } from '../support/run/long.ts';
import type { JobBody } from '../support/service/api.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { delivery, startWorkbench, type Workbench } from '../support/service/workbench.ts';
import type { StoreCall } from '../support/store-calls.ts';
import { buryVideo } from '../support/videos/bury-video.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });
const HOUR = 60 * 60_000;
const LABELS = ['red shape', 'blue shape'];

const random = faultRandom();

let bench: Workbench;
let files: MediaFiles;
let jobs: Jobs;
let faults: StoreFaults;
let clip: string;
let id: string;
let undisturbed: Awaited<ReturnType<typeof outcome>>;

const processedVideo = () => ingestedVideo(bench, clip);

const claim = (segments: number) => claimSegmentedJob(bench.environment, id, segments, LABELS);

/** Processes messages, and those that they cause, in order. Returns all of them. */
async function work(bodies: readonly string[]): Promise<string[]> {
  for (const body of bodies) await detect(delivery([body]));
  const next = await bench.take('detection');
  return [...bodies, ...(next.length > 0 ? await work(next) : [])];
}

const kindOf = (body: string): string => (JSON.parse(body) as { kind: string }).kind;

const leftOf = async (): Promise<string[]> =>
  (await bench.traces(id)).filter((trace) => trace.startsWith('jobs/'));

const statusOf = async (): Promise<JobBody> =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

const writesPlan = ({ command, input }: StoreCall): boolean =>
  command === 'PutObjectCommand' && 'Key' in input && String(input.Key).endsWith('/naming');

beforeAll(async () => {
  const modelsDir = await temporaryFolder('models');
  bench = await startWorkbench({ modelsDir, id: (await writeTinyClip(modelsDir)).id });
  files = openMediaFiles(bench.environment);
  jobs = openJobs(bench.environment);
  faults = injectStoreFaults();
  clip = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await colouredShapes(clip);
  id = await processedVideo();
  await work((await claim(1)).messages);
  undisturbed = await outcome(bench.api, id);
  const labels = undisturbed.objects.map((object) => (object as unknown as { label: string }).label);
  expect(labels.sort()).toEqual(['blue shape', 'red shape', 'unknown']);
});

beforeEach(async () => {
  // What an earlier test left for the workers, which find its video deleted or its job over.
  await bench.take('detection');
  id = await processedVideo();
});

describe('the names of objects', () => {
  test('do not depend on how often naming messages come, nor in which order', { tags: 'long' }, async () => {
    const { messages } = await claim(1);
    const seen = await work(messages);
    expect(seen.map(kindOf)).toEqual(['segment', 'name']);
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
    await work(seen.toReversed());
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
    expect(await leftOf()).toEqual([]);
  });

  test('do not depend on how the job is cut into segments', { tags: 'long' }, async () => {
    const whole = await claim(1);
    await detect(delivery(whole.messages));
    const key = mediaKeys.segment(id, whole.job.jobId, 0);
    const detections = await readJobFile<SegmentFrame[]>(files, key);
    await bench.api('POST', `/api/videos/${id}/process/cancel`);
    await bench.take('detection');

    const { job } = await claim(4);
    await jobs.advance(job, 'processing', { startedAt: bench.environment.runtime.now() });
    for (const [segment, start] of job.boundaries.slice(0, -1).entries()) {
      const frames = detections.slice(start, job.boundaries[segment + 1]);
      await writeJobFile(files, mediaKeys.segment(id, job.jobId, segment), frames);
      await jobs.completeUnit(job, segment);
    }
    const seen = await work([JSON.stringify(finishMessage(job))]);
    expect(seen.map(kindOf)).toEqual(['finish', 'name', 'name', 'name', 'name']);
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
  });

  test('do not depend on where a process dies', { tags: 'sampled' }, async () => {
    let calls = 0;
    for (let queue = (await claim(1)).messages; queue.length > 0; queue = await bench.take('detection')) {
      for (const body of queue) {
        faults.failAt(Number.POSITIVE_INFINITY, false);
        await detect(delivery([body]));
        calls += faults.heal();
      }
    }
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
    const all = Array.from({ length: calls }, (_, i) => i + 1);
    const moments = thorough ? portion(all) : all.filter(() => random() < sampled(4) / calls);
    for (const moment of moments) {
      id = await processedVideo();
      // Calls are counted across all messages; a message that was cut off is delivered again.
      let left = moment;
      const queue = (await claim(1)).messages;
      for (let body = queue.shift(); body !== undefined; body = queue.shift()) {
        if (left > 0) faults.dieAt(left, random() < 0.5);
        const outcomes = await unlessFaulted(detect(delivery([body])));
        if (left > 0) left -= faults.heal();
        if (outcomes?.batchItemFailures.length !== 0) queue.push(body);
        queue.push(...(await bench.take('detection')));
      }
      expect(await outcome(bench.api, id)).toEqual(undisturbed);
      bench.advance(HOUR);
      await sweep();
      expect(await leftOf()).toEqual([]);
    }
  });

  test('come late to a cancelled job: nothing of them appears', { tags: 'long' }, async () => {
    const messages = (await claim(2)).messages;
    for (const body of messages) await detect(delivery([body]));
    const naming = await bench.take('detection');
    expect(naming.map(kindOf)).toEqual(['name', 'name']);
    expect(await statusOf()).toMatchObject({ status: 'processing', clipModel: 'tiny-clip' });
    await detect(delivery(naming.slice(0, 1)));
    expect((await bench.api('POST', `/api/videos/${id}/process/cancel`)).status).toBe(200);
    await work(naming);
    expect(await statusOf()).toMatchObject({ status: 'cancelled' });
    expect((await versionsOf(bench.api, id)).currentVersion).toBe(1);
    bench.advance(HOUR);
    await sweep();
    expect(await leftOf()).toEqual([]);
  });

  test('of an earlier job do not interfere with the next one', { tags: 'long' }, async () => {
    await detect(delivery((await claim(1)).messages));
    const late = await bench.take('detection');
    expect(late.map(kindOf)).toEqual(['name']);
    expect((await bench.api('POST', `/api/videos/${id}/process/cancel`)).status).toBe(200);
    await detect(delivery((await claim(1)).messages));
    const before = await statusOf();
    expect(await detect(delivery(late))).toEqual({ batchItemFailures: [] });
    expect(await statusOf()).toEqual(before);
    await work(await bench.take('detection'));
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
  });

  test('are not asked for where the video is deleted while its looks are planned, and the sweeper removes what there was', {
    tags: 'long',
  }, async () => {
    const { messages } = await claim(2);
    await detect(delivery(messages.slice(0, 1)));
    const deletion = beforeNext(writesPlan, () => buryVideo(bench.environment, id));
    await detect(delivery(messages.slice(1)));
    expect(deletion.happened).toBe(true);
    expect(await bench.take('detection')).toEqual([]);
    bench.advance(HOUR);
    await sweep();
    expect(await bench.traces(id)).toEqual(['versions: tombstone']);
  });

  test('are asked for again by the sweeper when their messages are lost', async () => {
    await detect(delivery((await claim(1)).messages));
    expect((await bench.take('detection')).map(kindOf)).toEqual(['name']);
    bench.advance(HOUR);
    await sweep();
    await work(await bench.take('detection'));
    expect(await outcome(bench.api, id)).toEqual(undisturbed);
  });
});
