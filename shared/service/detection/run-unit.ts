import { expectedObjects } from '../../domain/job/expected-objects.ts';
import type { Job, SegmentTracks } from '../../domain/job/job.ts';
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
}

/**
 * Reports to the job how far a worker is with a unit. The time counts from this call on, so call it when the models
 * are loaded.
 * @returns a function that throws JobStopped
 */
export function progressNotes(
  { jobs, environment }: WorkerStores,
  job: Job,
  unit: number,
): (note: Note) => Promise<void> {
  const { runtime } = environment;
  let last = runtime.elapsed();
  let known = job;
  return async ({ samples, objects = 0, undecodable = 0, detected = 0, tracks }) => {
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
