import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Simulation, simulate } from '../../../bench/scale/simulate.ts';
import { placeOf } from '../../../shared/domain/job/distinct-sketch.ts';
import { allSegmentsDone, isTerminal, type Job } from '../../../shared/domain/job/job.ts';
import {
  type Backlog,
  detectionPace,
  remainingSeconds,
  workShare,
} from '../../../shared/domain/job/progress.ts';
import {
  NO_WORKERS,
  shareOf,
  WorkerNotes,
  type WorkerSketch,
} from '../../../shared/domain/job/worker-sketch.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';

const SAMPLES = 30;
const SECONDS = 5;
const MANY = 49;

/** A job that waits, of so many segments of five planned seconds each. */
const waiting = (accountId: string, number: number, segments: number): Job =>
  detectionJob({
    accountId,
    jobId: `${accountId}-${number}`,
    state: 'queued',
    startedAt: 0,
    createdAt: new Date(number).toISOString(),
    boundaries: Array.from({ length: segments + 1 }, (_, i) => i * SAMPLES),
    sampledFrames: segments * SAMPLES,
    segmentSeconds: Array<number>(segments).fill(SECONDS),
  });

const jobsOf = (accountId: string, count: number, segments: number): Job[] =>
  Array.from({ length: count }, (_, i) => waiting(accountId, i, segments));

/** On workers that take half as long again as planned, one segment up to a fifth more or less than another. */
function run(jobs: readonly Job[], workers: number, seed = 1): Simulation {
  const random = seededRandom(seed);
  return simulate(jobs, {
    workers,
    startUp: () => 2,
    segment: () => {
      const factor = 1.5 * (0.8 + 0.4 * random());
      return { decoderStart: 0.4 * factor, samples: (SECONDS - 0.4) * factor };
    },
    message: 0.05,
    finish: (job) => remainingSeconds({ ...job, state: 'finishing' }, 0),
  });
}

const endOf = ({ moments }: Simulation, { jobId }: Job): number =>
  moments.find(({ job }) => job.jobId === jobId && job.state === 'completed')?.at ?? Number.NaN;

describe.each([1, 2, 16])('jobs in the queue of %i workers', (workers) => {
  test.each([1, 6])(
    'of one account end in about the order of their start, each with its last of %i segments',
    (segments) => {
      const jobs = jobsOf('a', MANY, segments);
      const simulation = run(jobs, workers);
      const ends = jobs.map((job) => endOf(simulation, job));
      // Nobody ends before one that began so much earlier that their segments never were in hand together.
      for (const [i, end] of ends.entries()) {
        expect(end).toBeLessThan(Math.min(...ends.slice(i + 1 + 2 * workers), Number.POSITIVE_INFINITY));
      }
      for (const { jobs: standing } of simulation.moments) {
        const unfinished = standing.filter((job) => allSegmentsDone(job) && !isTerminal(job.state));
        expect(unfinished.length).toBeLessThanOrEqual(workers);
      }
    },
  );

  test.each([1, 6, 30])(
    'of another account: one of %i segments ends within three times what it takes alone',
    (segments) => {
      for (let seed = 1; seed <= 20; seed++) {
        const one = waiting('b', MANY, segments);
        const alone = endOf(run([one], workers, seed), one);
        const beside = endOf(run([...jobsOf('a', MANY, segments), one], workers, seed), one);
        expect(beside / alone).toBeLessThan(3);
      }
    },
  );
});

/** What each of the workers of a simulation would have reported by then; to be asked with increasing times. */
function reportsOf({ steps, moments }: Simulation, jobs: readonly Job[], workers: number) {
  const notes = Array.from({ length: workers }, (_, worker) => new WorkerNotes(placeAt(worker)));
  const events = steps
    .flatMap((step) => [
      { ...step, at: step.from, ends: false },
      { ...step, at: step.to, ends: true },
    ])
    .sort((a, b) => a.at - b.at);
  let sketch = NO_WORKERS;
  let next = 0;
  let standing = jobs;
  let moment = 0;
  return (until: number): WorkerSketch => {
    for (let event = events[next]; event !== undefined && event.at <= until; event = events[++next]) {
      for (; (moments[moment]?.at ?? Number.POSITIVE_INFINITY) <= event.at; moment++)
        standing = moments[moment]?.jobs ?? standing;
      const { worker, position, from, at } = event;
      const own = notes[worker] as WorkerNotes;
      const job = standing[position] as Job;
      if (event.ends) {
        own.endStep((at - from) / 1000);
        own.pace = detectionPace(job) ?? own.pace;
        continue;
      }
      if (own.beginStep(accountPlace(job), at / 1000)) sketch = own.reportTo(sketch, at / 1000) ?? sketch;
    }
    return sketch;
  };
}

const placeAt = (position: number) => placeOf(createHash('sha256').update(String(position)).digest());
const accountPlace = ({ accountId }: Job) => placeOf(createHash('sha256').update(accountId).digest());

describe('the time that is left of jobs in a queue', () => {
  /** What the stores report about a job. */
  const backlogOf = (job: Job, jobs: readonly Job[], sketch: WorkerSketch, at: number): Backlog => ({
    ahead: jobs.filter(
      (other) =>
        !isTerminal(other.state) && other.accountId === job.accountId && other.createdAt < job.createdAt,
    ),
    ...shareOf(sketch, accountPlace(job), at / 1000),
  });

  /** How far off it is, relative, of each job whenever a worker notes something after a tenth of the first one's work. */
  function errors(jobs: readonly Job[], workers: number): number[] {
    const simulation = run(jobs, workers);
    const reported = reportsOf(simulation, jobs, workers);
    const ends = new Map(jobs.map((job) => [job.jobId, endOf(simulation, job)]));
    const found: number[] = [];
    let begun = false;
    for (const { at, job: changed, jobs: standing } of simulation.moments.filter((_, i) => i % 7 === 0)) {
      begun ||= workShare(changed) >= 0.1;
      if (!begun) continue;
      for (const job of standing.filter(({ state }) => !isTerminal(state))) {
        const left = ((ends.get(job.jobId) ?? 0) - at) / 1000;
        // Relative figures of next to nothing are meaningless.
        if (left < SECONDS) continue;
        const backlog = backlogOf(job, standing, reported(at), at);
        found.push(Math.abs(remainingSeconds(job, at, backlog) - left) / left);
      }
    }
    return found.sort((a, b) => a - b);
  }

  const quantile = (sorted: readonly number[], share: number): number =>
    sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

  test.each([1, 2, 16])(
    'counts those ahead on %i workers: within 30 percent in 9 of 10 readings',
    (workers) => {
      expect(quantile(errors(jobsOf('a', MANY, 3), workers), 0.9)).toBeLessThan(0.3);
    },
  );

  test.each([1, 2, 16])(
    'counts the share of other scheduling groups on %i workers: within 40 percent in 9 of 10 readings',
    (workers) => {
      const jobs = [...jobsOf('a', 20, 3), ...jobsOf('b', 20, 3)];
      expect(quantile(errors(jobs, workers), 0.9)).toBeLessThan(0.4);
    },
  );
});
