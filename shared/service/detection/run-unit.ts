import { expectedObjects } from '../../domain/job/expected-objects.ts';
import { type Job, type SegmentTracks, segmentCount } from '../../domain/job/job.ts';
import { detectionPace } from '../../domain/job/progress.ts';
import { isDeleted } from '../videos/find-video.ts';
import { writeJobFile } from './job-files.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Ends the work on a unit: its job was cancelled or has failed meanwhile, or its video was deleted. */
export class JobStopped extends Error {}

/** What a worker reports about a unit. */
interface Note {
  /** Samples worked through. */
  samples: number;
  /** The most objects in one of them. */
  objects?: number;
  /** Samples that could not be decoded. */
  undecodable?: number;
  /** Samples that the detector looked at. */
  detected?: number;
  /** The tracks of a segment, when they were counted. */
  tracks?: SegmentTracks | undefined;
  /** Nothing follows. */
  isLast?: boolean;
}

/** Below the first, every note is made; after the second at the latest, one is. */
const SHORTEST_INTERVAL_MS = 1000;
const LONGEST_INTERVAL_MS = 60_000;
/** Units that a write of a job's item takes for each of its segments. */
const UNITS_PER_SEGMENT = 0.07;
/** Units a second for notes between the beginning and the end of units, of all workers that are seen in the job. */
const NOTED_UNITS = 30;

/**
 * Milliseconds between two notes of a worker about a unit. A job's item grows with its segments, and all its workers write to
 * it, of whom those are seen that have noted something.
 */
export function noteIntervalMs(job: Job): number {
  const seen = Math.max(1, Object.keys(job.working).length);
  const interval = (1000 * seen * (1 + UNITS_PER_SEGMENT * segmentCount(job))) / NOTED_UNITS;
  return interval < SHORTEST_INTERVAL_MS ? 0 : Math.min(LONGEST_INTERVAL_MS, interval);
}

/**
 * Reports to the job how far a worker is with a unit. The time counts from this call on, so call it when the models
 * are loaded.
 * @returns a function that throws JobStopped; unless a note is `last`, it is left out before the next one is due
 */
export function progressNotes(
  {
    jobs,
    environment,
  }: Pick<WorkerStores, 'environment'> & { readonly jobs: Pick<WorkerStores['jobs'], 'noteProgress'> },
  job: Job,
  unit: number,
): (note: Note) => Promise<void> {
  const { runtime } = environment;
  let last = runtime.elapsed();
  let known = job;
  return async ({ samples, objects = 0, undecodable = 0, detected = 0, tracks, isLast = false }) => {
    const now = runtime.elapsed();
    if (!isLast && now - last < noteIntervalMs(known)) return;
    const workedMs = now - last;
    last = now;
    const counted = known.tracks !== undefined &&
      tracks !== undefined && {
        tracks,
        expected: expectedObjects({ ...known, tracks: { ...known.tracks, [unit]: tracks } }),
      };
    const noted = await jobs.noteProgress(job, unit, {
      samples,
      objects,
      undecodable,
      detected,
      workedMs,
      ...(counted && { counted }),
    });
    if (noted === null) throw new JobStopped();
    known = noted;
  };
}

interface WorkUnit {
  /** Number of the unit in the job. */
  readonly unit: number;
  /** Where its outcome is stored; made of job and unit, so that a repetition writes the same bytes again. */
  readonly key: string;
  /** Whether all units of this pass over the segments are done. */
  readonly complete: (job: Job) => boolean;
  /** @returns the outcome; @throws JobStopped */
  readonly work: () => Promise<unknown>;
}

/**
 * Works on a unit unless it is done already.
 * @returns the job when its pass over the segments is complete, else null
 */
export async function runUnit(
  stores: WorkerStores,
  job: Job,
  { unit, key, complete, work }: WorkUnit,
): Promise<Job | null> {
  const { jobs, files, workers } = stores;
  let after: Job | null = job;
  if (!job.done.has(unit)) {
    try {
      await writeJobFile(files, key, await work());
    } catch (error) {
      if (error instanceof JobStopped) return null;
      throw error;
    }
    after = await jobs.completeUnit(job, unit);
    workers.notePace(after && detectionPace(after));
    if (await isDeleted(stores, job.videoId)) return null;
  }
  return after !== null && complete(after) ? after : null;
}
