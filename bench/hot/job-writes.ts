import type { Environment } from '../../shared/kernel/runtime/environment.ts';
import { progressNotes } from '../../shared/service/detection/run-unit.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { detectionJob } from '../../test/support/jobs/detection-job.ts';
import { LOAD } from './workload.ts';

/** Jobs whose writes are measured: of videos of some 5 minutes, an hour and 10 hours, at 5 frames a second. */
export const JOBS = [
  { segments: 14, step: LOAD.step },
  { segments: 165, step: LOAD.step },
  { segments: 704, step: 2.5 * LOAD.step },
] as const;

/** A segment among those of a job of so many. */
export const jobOf = (segments: number): string => `a segment of ${segments}`;

const SAMPLES = 110;
/** Samples after which a worker has something to note (`run-segment.ts`). */
const NOTED_SAMPLES = 10;

/** Other workers that have noted something: once so many have, those after them do not (`run-unit.ts`). */
const SEEN = 20;

/**
 * Stores a job of which all segments but the last are done.
 * @returns does what a worker writes to it about that one
 */
export async function lastSegment(environment: Environment, segments: number): Promise<() => Promise<void>> {
  const jobs = openJobs(environment);
  const ofEach = <Value>(value: Value, count = segments - 1) =>
    Object.fromEntries(Array.from({ length: Math.min(count, segments - 1) }, (_, i) => [i, value]));
  const job = detectionJob({
    videoId: `${segments}-segments`,
    boundaries: Array.from({ length: segments + 1 }, (_, i) => i * SAMPLES),
    segmentSeconds: Array.from({ length: segments }, () => 5.32),
    samplesDone: ofEach(SAMPLES),
    objectsSeen: ofEach(12),
    detected: ofEach(SAMPLES),
    working: ofEach(1_900_000_000_000, SEEN),
    tracks: ofEach({ samples: SAMPLES, found: 12, atStart: 6 }),
  });
  await jobs.claim(job);
  return async () => {
    const note = progressNotes({ jobs, environment }, job, segments - 1);
    for (let samples = 0; samples < SAMPLES; samples += NOTED_SAMPLES)
      await note({ samples, detected: samples });
    await note({ samples: SAMPLES, objects: 12, detected: SAMPLES, isLast: true });
    await jobs.completeUnit(job, segments - 1);
  };
}
