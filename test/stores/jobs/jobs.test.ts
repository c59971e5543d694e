import { beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { jobReport } from '../../../shared/domain/job/job-report.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { type Jobs, openJobs } from '../../../shared/stores/jobs/jobs.ts';
import { waitingJob } from '../../support/jobs/waiting-job.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

let jobs: Jobs;

beforeAll(async () => {
  jobs = openJobs((await startWorkbench()).environment);
});

const newId = () => uuidv7(systemRuntime);
const newJob = (videoId = newId()): Job => waitingJob({ accountId: newId(), videoId, jobId: newId() });

async function running(): Promise<Job> {
  const job = newJob();
  await jobs.claim(job);
  await jobs.advance(job, 'processing');
  return job;
}

describe("a video's slot", () => {
  test('goes to one of many jobs that want it at once', async () => {
    const { videoId } = newJob();
    const claims = await Promise.all(Array.from({ length: 8 }, () => jobs.claim(newJob(videoId))));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test('is free again once the job is over, but not for a claim that must be the first', async () => {
    const job = newJob();
    await jobs.claim(job);
    await jobs.advance(job, 'cancelled');
    expect(await jobs.claim(newJob(job.videoId), { onlyFirst: true })).toBe(false);
    expect(await jobs.claim(newJob(job.videoId))).toBe(true);
  });

  test('is known to be taken by the job that asks again', async () => {
    const job = newJob();
    expect([await jobs.claim(job), await jobs.claim(job)]).toEqual([true, true]);
  });
});

describe('a job', () => {
  test('moves on only from where it may, and only by its own id', async () => {
    const job = await running();
    expect(await jobs.advance({ ...job, jobId: newId() }, 'failed')).toBe(false);
    expect(await jobs.advance(job, 'completed')).toBe(false);
    expect(await jobs.advance(job, 'cancelled')).toBe(true);
    expect(await jobs.advance(job, 'finishing')).toBe(false);
    expect((await jobs.get(job.videoId))?.state).toBe('cancelled');
  });

  test('gets again that it has moved', async () => {
    const job = await running();
    expect([await jobs.advance(job, 'finishing'), await jobs.advance(job, 'finishing')]).toEqual([
      true,
      true,
    ]);
  });

  test('that moved to the same state is not mistaken for its predecessor', async () => {
    const job = await running();
    await jobs.advance(job, 'cancelled');
    const next = newJob(job.videoId);
    await jobs.claim(next);
    await jobs.advance(next, 'cancelled');
    expect(await jobs.advance(job, 'cancelled')).toBe(false);
  });

  test('has segments and progress only while it runs', async () => {
    const job = await running();
    expect((await jobs.completeUnit(job, 0))?.done).toEqual(new Set([0]));
    await jobs.advance(job, 'cancelled');
    expect(await jobs.completeUnit(job, 1)).toBeNull();
    expect(
      await jobs.noteProgress(job, 1, { samples: 5, objects: 1, undecodable: 0, detected: 5, workedMs: 10 }),
    ).toBeNull();
    expect((await jobs.get(job.videoId))?.done).toEqual(new Set([0]));
  });
});

test('progress never falls, and a worker that is behind goes on', async () => {
  const job = await running();
  const ahead = await jobs.noteProgress(job, 0, {
    samples: 5,
    objects: 2,
    undecodable: 1,
    detected: 3,
    workedMs: 10,
  });
  expect(ahead).toMatchObject({ jobId: job.jobId, samplesDone: { 0: 5 } });
  expect(
    await jobs.noteProgress(job, 0, { samples: 3, objects: 1, undecodable: 0, detected: 1, workedMs: 10 }),
  ).toEqual(ahead);
  expect(await jobs.get(job.videoId)).toMatchObject({
    samplesDone: { 0: 5 },
    objectsSeen: { 0: 2 },
    undecodable: { 0: 1 },
    detected: { 0: 3 },
  });
});

test('a job from before the samples that are looked at were counted goes on without the count', async () => {
  const { detected: _, ...old } = newJob();
  await jobs.claim(old);
  await jobs.advance(old, 'processing');
  const noted = await jobs.noteProgress(old, 0, {
    samples: 5,
    objects: 2,
    undecodable: 1,
    detected: 2,
    workedMs: 10,
  });
  expect(jobReport(noted ?? old, Date.now()).samples).toMatchObject({ processed: 5, detected: 4 });
});

test('the objects expected never fall, however little the latest note expects', async () => {
  const job = await running();
  const note = (unit: number, samples: number, expected: number) =>
    jobs.noteProgress(job, unit, {
      samples,
      objects: 1,
      undecodable: 0,
      detected: 5,
      workedMs: 10,
      counted: { tracks: { samples, found: 1, atStart: 1 }, expected },
    });
  const reported = async () => jobReport((await jobs.get(job.videoId)) ?? job, Date.now()).objectsDetected;
  expect(await reported()).toBe(0);
  await note(0, 5, 4);
  expect(await reported()).toBe(4);
  await note(1, 5, 9);
  await note(0, 8, 3);
  expect(await reported()).toBe(9);
  expect((await jobs.get(job.videoId))?.tracks).toEqual({
    0: { samples: 8, found: 1, atStart: 1 },
    1: { samples: 5, found: 1, atStart: 1 },
  });
});

test('an appointment with the sweeper is not moved by the job before', async () => {
  const job = newJob();
  await jobs.claim(job);
  await jobs.advance(job, 'cancelled');
  const next = newJob(job.videoId);
  await jobs.claim(next);
  await jobs.postpone(job, null);
  const due: string[] = [];
  for await (const { videoId } of jobs.due(Date.now() + 60 * 60_000)) due.push(videoId);
  expect(due).toContain(next.videoId);
});
