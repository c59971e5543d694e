import { expect, test } from 'vitest';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { JobStopped, noteIntervalMs, progressNotes } from '../../../shared/service/detection/run-unit.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';

const jobOf = (segments: number) =>
  detectionJob({ boundaries: Array.from({ length: segments + 1 }, (_, i) => 100 * i) });

/** Notes every half second for ten seconds, and that nothing follows. @returns what was stored, with the time it took */
async function notesOf(segments: number) {
  let elapsed = 0;
  const stored: { samples: number; workedMs: number }[] = [];
  const job = jobOf(segments);
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

test('of a job of few segments every note is stored, of one of many only some, and always the last', async () => {
  expect(await notesOf(30)).toHaveLength(21);
  expect((await notesOf(80)).map(({ samples }) => samples)).toEqual([13, 20]);
  expect(await notesOf(165)).toEqual([{ samples: 20, workedMs: 10_000 }]);
});

test('the time that is noted is that since the last note that was stored', async () => {
  for (const segments of [30, 80, 165]) {
    const worked = (await notesOf(segments)).reduce((sum, { workedMs }) => sum + workedMs, 0);
    expect(worked).toBe(10_000);
  }
});

test('workers on all segments of a job take at most 125 units a second for notes in between', () => {
  for (const segments of [38, 80, 165, 292]) {
    const kilobytes = 1 + Math.ceil((70 * segments) / 1000);
    expect((segments * kilobytes) / (noteIntervalMs(jobOf(segments)) / 1000)).toBeLessThanOrEqual(125);
  }
  expect(noteIntervalMs(jobOf(2000))).toBe(60_000);
});

test('who notes to a job that no longer runs is stopped', async () => {
  const stopped = {
    environment: { variables: {}, runtime: systemRuntime },
    jobs: { noteProgress: async () => null },
  };
  await expect(progressNotes(stopped, jobOf(2), 0)({ samples: 1 })).rejects.toThrow(JobStopped);
});
