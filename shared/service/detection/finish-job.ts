import { createHash } from 'node:crypto';
import type { FinishMessage } from '../../contract/messages.ts';
import { mergeDetectedObjects } from '../../domain/document/merge-detected-objects.ts';
import {
  allSegmentsDone,
  allSegmentsNamed,
  decodingFailure,
  type Job,
  segmentCount,
} from '../../domain/job/job.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { Track } from '../../vision/tracking/track.ts';
import { commitObjects } from '../steps/commit-objects.ts';
import { detectedObject } from './detected-object.ts';
import { openJobFile } from './job-files.ts';
import { namedObjects } from './named-objects.ts';
import { planNaming } from './plan-naming.ts';
import { type PackedSegment, trackSegments } from './track-segments.ts';
import type { WorkerStores } from './worker-stores.ts';

/**
 * Ids of new objects follow from the job, so that a repeated finish makes the same ones, and rise, since a document
 * has its objects in the order of their ids.
 */
function idsOf(jobId: string): () => string {
  const prefix = createHash('sha256').update(jobId).digest('hex').slice(0, 7);
  let count = 0;
  return () => `obj_${prefix}${(count++).toString(16).padStart(5, '0')}`;
}

/**
 * Tracks the detections of all segments, has the objects named where that was asked for, and commits the result as one
 * new version. The step to `finishing` decides against a cancel; the version is found again by the job's id, so a
 * repeated finish makes no second one.
 */
export async function finishJob(
  stores: WorkerStores,
  { accountId, videoId, jobId }: FinishMessage,
): Promise<void> {
  const { jobs, slots, files, environment } = stores;
  const job = await jobs.get(videoId);
  if (job === null || job.jobId !== jobId || !allSegmentsDone(job)) return;
  if (job.state === 'processing') {
    const failure = decodingFailure(job);
    if (failure !== null) {
      await jobs.advance(job, 'failed', { failure });
      await slots.release(accountId, videoId, jobId);
      return;
    }
    if (job.clipModel !== undefined && !allSegmentsNamed(job)) {
      await planNaming(stores, job, job.clipModel, () => readDetections(stores, job));
      return;
    }
    if (!(await jobs.advance(job, 'finishing', { finishingAt: environment.runtime.now() }))) return;
  } else if (job.state !== 'finishing') {
    return;
  }

  const result = await commitResult(stores, job);
  if (result === null) return;
  await jobs.advance(job, 'completed', result);
  await slots.release(accountId, videoId, jobId);
  await files.deleteAll(mediaKeys.job(videoId, jobId));
}

async function readDetections({ files }: WorkerStores, job: Job): Promise<PackedSegment[]> {
  const segments: PackedSegment[] = [];
  for (let segment = 0; segment < segmentCount(job); segment++) {
    segments.push(await openJobFile(files, mediaKeys.segment(job.videoId, job.jobId, segment)));
  }
  return segments;
}

/** Commits the result as a version, unless an earlier attempt has; null when the video was deleted. */
async function commitResult(
  stores: WorkerStores,
  job: Job,
): Promise<Pick<Job, 'objectsDetected' | 'version'> | null> {
  let found: number | undefined;
  const committed = await commitObjects(stores, { ...job, writeId: job.jobId }, async (video) => {
    const detected =
      job.clipModel === undefined
        ? Array.from(await tracksOf(stores, job), (track) => detectedObject(track, video))
        : await namedObjects(stores.files, job);
    found = detected.length;
    const models = job.clipModel === undefined ? job.model : `${job.model}, named with ${job.clipModel}`;
    return (current) => {
      const { objects, tracks, added, kept, removed } = mergeDetectedObjects(
        current,
        detected,
        idsOf(job.jobId),
      );
      const counts = `${added} new, ${kept} kept, ${removed} removed`;
      return { objects, tracks, description: `Objects detected with ${models}: ${counts}` };
    };
  });
  if (committed === null) return null;
  return { objectsDetected: found ?? (await countFound(stores, job)), version: committed.version };
}

/** How many objects a job has found whose result an earlier attempt has committed: in the version are also those that were kept. */
async function countFound(stores: WorkerStores, job: Job): Promise<number> {
  if (job.clipModel !== undefined) return (await namedObjects(stores.files, job)).length;
  // One by one: the points of all tracks at once take more memory than the detections.
  let count = 0;
  for (const _ of await tracksOf(stores, job)) count++;
  return count;
}

const tracksOf = async (stores: WorkerStores, job: Job): Promise<Iterable<Track>> =>
  trackSegments(await readDetections(stores, job), job.options);
