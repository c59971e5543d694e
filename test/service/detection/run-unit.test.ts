import { expect, test } from 'vitest';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { JobStopped, noteIntervalMs, progressNotes } from '../../../shared/service/detection/run-unit.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';

const jobOf = (segments: number, workers: number) =>
  detectionJob({
    boundaries: Array.from({ length: segments + 1 }, (_, i) => 100 * i),
    working: Object.fromEntries(Array.from({ length: workers }, (_, i) => [i, 1])),
  });

/** Notes every half second for ten seconds, and that nothing follows. @returns what was stored, with the time it took */
async function notesOf(segments: number, workers: number) {
  let elapsed = 0;
  const stored: { samples: number; workedMs: number }[] = [];
  const job = jobOf(segments, workers);
  const note = progressNotes(
    {
      environment: { variables: {}, runtime: { ...systemRuntime, elapsed: () => elapsed } },
      jobs: {
        async noteProgress(_job, _unit, { samples, workedMs }) {
          stored.push({ samples, workedMs });
          return job;
        },
      },
    },
    job,
    0,
  );
  for (; elapsed < 10_000; elapsed += 500) await note({ samples: elapsed / 500 });
  await note({ samples: 20, isLast: true });
  return stored;
}

test('the more segments and workers a job has, the fewer notes are stored, but always the last', async () => {
  expect(await notesOf(30, 8)).toHaveLength(21);
  expect(await notesOf(165, 1)).toHaveLength(21);
  expect((await notesOf(165, 10)).map(({ samples }) => samples)).toEqual([9, 18, 20]);
  expect(await notesOf(165, 165)).toEqual([{ samples: 20, workedMs: 10_000 }]);
});

test('the time that is noted is that since the last note that was stored', async () => {
  for (const workers of [1, 10, 165]) {
    const worked = (await notesOf(165, workers)).reduce((sum, { workedMs }) => sum + workedMs, 0);
    expect(worked).toBe(10_000);
  }
});

test('all workers together take at most 30 units a second for notes in between, and each makes one a minute', () => {
  for (const [segments, workers] of [
    [30, 20],
    [165, 20],
    [165, 100],
    [704, 20],
  ] as const) {
    const units = 1 + 0.07 * segments;
    expect((1000 * workers * units) / noteIntervalMs(jobOf(segments, workers))).toBeLessThanOrEqual(30.001);
  }
  expect(noteIntervalMs(jobOf(704, 704))).toBe(60_000);
});

test('who notes to a job that no longer runs is stopped', async () => {
  const stopped = {
    environment: { variables: {}, runtime: systemRuntime },
    jobs: { noteProgress: async () => null },
  };
  await expect(progressNotes(stopped, jobOf(2, 1), 0)({ samples: 1 })).rejects.toThrow(JobStopped);
});
