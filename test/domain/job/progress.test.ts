import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { simulate } from '../../../bench/scale/simulate.ts';
import { jobReport } from '../../../shared/domain/job/job-report.ts';
import { START_SECONDS } from '../../../shared/domain/job/plan-segments.ts';
import { remainingSeconds, workShare } from '../../../shared/domain/job/progress.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';
import { sampled } from '../../support/run/long.ts';

// Hundreds of jobs are simulated.
vi.setConfig({ testTimeout: 120_000 });

const from = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** What differs from segment to segment: samples, work a sample, how far off the plan is, and who lags. */
const segment = fc.record({
  samples: fc.integer({ min: 20, max: 150 }),
  secondsPerSample: from(0.02, 0.1),
  noise: from(0.8, 1.2),
  // One in a hundred takes twice as long.
  straggler: fc.integer({ min: 0, max: 99 }).map((number) => (number === 0 ? 2 : 1)),
});

/** Jobs from one segment to an hour, on 1 to 64 workers that are slower or faster than the plan's. */
const simulated = fc
  .record({
    segments: fc.array(segment, { minLength: 1, maxLength: 250, size: 'max' }),
    workers: fc.integer({ min: 1, max: 64 }),
    pace: from(0.3, 4),
    startUp: fc.array(from(2, 4), { minLength: 64, maxLength: 64 }),
    message: from(0.02, 0.1),
    finishNoise: from(0.8, 1.2),
  })
  .map(({ segments, workers, pace, startUp, message, finishNoise }) => {
    const boundaries = [0];
    for (const { samples } of segments) boundaries.push((boundaries.at(-1) ?? 0) + samples);
    const job = detectionJob({
      state: 'queued',
      startedAt: 0,
      boundaries,
      sampledFrames: boundaries.at(-1) ?? 0,
      segmentSeconds: segments.map((each) => START_SECONDS + each.samples * each.secondsPerSample),
    });
    const finish = remainingSeconds({ ...job, state: 'finishing' }, 0) * finishNoise;
    const { moments } = simulate([job], {
      workers,
      startUp: (worker) => startUp[worker] ?? 0,
      segment: (position) => {
        const { samples = 0, secondsPerSample = 0, noise = 1, straggler = 1 } = segments[position] ?? {};
        const factor = pace * noise * straggler;
        return { decoderStart: START_SECONDS * factor, samples: samples * secondsPerSample * factor };
      },
      message,
      finish: () => finish,
    });
    return { workers, moments, end: moments.at(-1)?.at ?? 0 };
  });

/** How far off the rest of time is at the first moment at which so much of the work is done; relative. */
const errorAt = (share: number, { moments, end }: { moments: readonly Moment[]; end: number }): number => {
  const moment = moments.find(({ job }) => workShare(job) >= share);
  if (moment === undefined) throw new Error('The job has not come so far');
  const rest = (end - moment.at) / 1000;
  return Math.abs(remainingSeconds(moment.job, moment.at) - rest) / rest;
};

type Moment = ReturnType<typeof simulate>['moments'][number];

describe('the time that is left', () => {
  test('is within 30 % in 9 of 10 jobs when a tenth of the work is done, in 95 of 100 from a quarter on', {
    tags: 'long',
  }, () => {
    const shares = [0.1, 0.25, 0.5, 0.75];
    const errors = fc.sample(
      simulated.map((job) => shares.map((share) => errorAt(share, job))),
      { numRuns: 200, seed: 1 },
    );
    for (const position of shares.keys()) {
      const close = errors.filter((error) => (error[position] ?? 1) <= 0.3).length;
      expect(close / errors.length).toBeGreaterThanOrEqual(position === 0 ? 0.9 : 0.95);
    }
  });

  test('is never negative nor endless, whatever the clock of who asks; progress never falls', {
    tags: 'sampled',
  }, () => {
    // No property of fast-check: a simulation is too large to be shrunk.
    for (const { moments } of fc.sample(simulated, { numRuns: sampled(8), seed: 2 })) {
      let progress = 0;
      for (const { at, job } of moments) {
        for (const now of [at - 5000, at, at + 60_000, job.startedAt + 0.001]) {
          const { eta } = jobReport(job, now);
          if (!(eta >= 0 && eta < 1e6)) expect.fail(`${eta} s at ${now} of ${JSON.stringify(job)}`);
        }
        const next = jobReport(job, at).progress;
        if (next < progress) expect.fail(`progress fell from ${progress} to ${next}`);
        progress = next;
      }
      expect(progress).toBe(100);
    }
  });

  test('runs down between two notes, no further than the segment in hand goes', () => {
    const job = detectionJob({ samplesDone: { 0: 25 }, working: { 0: 15_200 }, workedMs: { 0: 5200 } });
    const noted = remainingSeconds(job, 15_200);
    expect(remainingSeconds(job, 17_200)).toBeCloseTo(noted - 2, 5);
    expect(remainingSeconds(job, 60_000)).toBeCloseTo(noted - 4.8, 5);
  });

  test('does not count what a worker took before its model was loaded', () => {
    const atOnce = detectionJob({ samplesDone: { 0: 25 }, working: { 0: 15_200 }, workedMs: { 0: 5200 } });
    const slowly = { ...atOnce, startedAt: 0, working: { 0: 95_200 } };
    expect(remainingSeconds(slowly, 95_200)).toBeCloseTo(remainingSeconds(atOnce, 15_200), 5);
  });

  test('counts whole rounds: three equal segments take two workers as long as four', () => {
    const of = (segments: number): number =>
      remainingSeconds(
        detectionJob({
          boundaries: Array.from({ length: segments + 1 }, (_, i) => i),
          sampledFrames: 0,
          segmentSeconds: Array<number>(segments).fill(10),
          working: { 0: 10_000, 1: 10_000 },
        }),
        10_000,
      );
    expect(of(4) - of(3)).toBeLessThan(0.1);
    expect(of(3)).toBeGreaterThan(20);
  });
});
