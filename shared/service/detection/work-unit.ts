import { expectedObjects } from '../../domain/job/expected-objects.ts';
import type { Job, SegmentTracks } from '../../domain/job/job.ts';
import { detectionPace } from '../../domain/job/progress.ts';
import { writeJobFile } from './job-files.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Ends the work on a unit whose job was cancelled or failed meanwhile, or whose video was deleted. */
export class JobStopped extends Error {}

/** What a worker has to say of a unit. */
interface Note {
  /** Samples worked through. */
  samples: number;
  /** The most objects in one of them. */
  objects?: number;
  /** Those of them that could not be decoded. */
  undecodable?: number;
  /** Where they were counted: the tracks of a segment. */
  tracks?: SegmentTracks | undefined;
}

/**
 * Tells the job how far a worker is with a unit. The time counts from here on, so it is to be called when the models
 * are loaded.
 * @returns throws JobStopped
 */
export function progressNotes(
  { jobs, environment }: WorkerStores,
  job: Job,
  unit: number,
): (note: Note) => Promise<void> {
  const { runtime } = environment;
  let last = runtime.elapsed();
  let known = job;
  return async ({ samples, objects = 0, undecodable = 0, tracks }) => {
    const now = runtime.elapsed();
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
  /** Under which its outcome is stored; made of job and unit, so that repeating it writes the same bytes again. */
  readonly key: string;
  /** Whether the units are done of which this is one. */
  readonly complete: (job: Job) => boolean;
  /** @returns the outcome; @throws JobStopped */
  readonly work: () => Promise<unknown>;
}

/**
 * Works on a unit unless that is done.
 * @returns the job when its pass over the segments is complete with that, else null
 */
export async function workOnUnit(
  { jobs, files, purger, workers }: WorkerStores,
  job: Job,
  { unit, key, complete, work }: WorkUnit,
): Promise<Job | null> {
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
    if (await purger.purgeIfDeleted(job.accountId, job.videoId)) return null;
  }
  return after !== null && complete(after) ? after : null;
}
