import { createHash } from 'node:crypto';
import { allSegmentsDone, type Job, segmentCount } from '../../shared/domain/job.ts';
import { mergeDetectedObjects } from '../../shared/domain/metadata/objects-from-tracks.ts';
import { commitVersion } from '../../shared/stores/commit.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import type { DetectionMessage } from '../../shared/stores/queues.ts';
import { isTombstone, type Version } from '../../shared/stores/versions.ts';
import type { FrameDetections } from '../../shared/vision/trajectory.ts';
import type { WorkerStores } from '../processing/worker-stores.ts';
import { detectedObjects } from './detected-objects.ts';
import { decodeDetections } from './segment-detections.ts';

type FinishMessage = Extract<DetectionMessage, { kind: 'finish' }>;

/** Ids of new objects follow from the job, so that a repeated finish makes the same ones. */
function idsOf(jobId: string): () => string {
  let count = 0;
  return () => `obj_${createHash('sha256').update(`${jobId}/${count++}`).digest('hex').slice(0, 12)}`;
}

/**
 * Tracks the detections of all segments and commits the result as one new version. The step to `finishing` decides
 * against a cancel; the version is found again by the job's id, so a repeated finish makes no second one.
 */
export async function finishJob(
  stores: WorkerStores,
  { accountId, videoId, jobId }: FinishMessage,
): Promise<void> {
  const { jobs, videos, files, remains } = stores;
  const job = await jobs.get(videoId);
  if (job === null || job.jobId !== jobId || !allSegmentsDone(job)) return;
  if (job.state === 'processing') {
    if (!(await jobs.advance(job, 'finishing'))) return;
  } else if (job.state !== 'finishing') {
    return;
  }

  const version = await commitResult(stores, job);
  if (version === null) {
    await remains.remove(accountId, videoId);
    return;
  }
  const objects = await stores.documents.read(version.parts, 'objects');
  const tracked = Object.values(objects).filter(({ kind }) => kind === 'box').length;
  await videos.noteChange(accountId, videoId, version);
  await jobs.advance(job, 'completed', { objectsDetected: tracked, version: version.version });
  await files.deleteAll(mediaKeys.job(videoId, jobId));
  await remains.removeIfDeleted(accountId, videoId);
}

/** The detections of all segments in frame order, unpacked one segment at a time: a long video has millions. */
async function readDetections({ files }: WorkerStores, job: Job): Promise<Iterable<FrameDetections>> {
  const segments: Uint8Array[] = [];
  for (let segment = 0; segment < segmentCount(job); segment++) {
    const bytes = await files.get(mediaKeys.segment(job.videoId, job.jobId, segment));
    if (bytes === null) throw new Error(`Segment ${segment} of job ${job.jobId} has no detections`);
    segments.push(bytes);
  }
  return unpacked(segments);
}

function* unpacked(segments: readonly Uint8Array[]): Generator<FrameDetections> {
  for (const bytes of segments) yield* decodeDetections(bytes);
}

/** The version that holds the job's result; null when the video was deleted. */
async function commitResult(stores: WorkerStores, job: Job): Promise<Version | null> {
  const { videos, versions, documents } = stores;
  const { accountId, videoId, jobId } = job;
  const [video, newest] = await Promise.all([videos.get(accountId, videoId), versions.newest(videoId)]);
  if (video === null || newest === null || isTombstone(newest)) return null;
  // Only now: another delivery may be committing it, on the newest version or above.
  const earlier = await versions.findWrite(videoId, jobId, 1);
  if (earlier !== null) return earlier;

  const detected = detectedObjects(await readDetections(stores, job), video, job.options);
  return commitVersion(stores, {
    videoId,
    start: newest,
    writeId: jobId,
    repeatable: true,
    change: async (current) => {
      if (current === null) throw new Error(`Video ${videoId} has lost its versions`);
      const [objects, tracks] = await Promise.all([
        documents.read(current.parts, 'objects'),
        documents.read(current.parts, 'tracks'),
      ]);
      const merged = mergeDetectedObjects({ objects, tracks }, detected, idsOf(jobId));
      return {
        parts: { objects: merged.objects, tracks: merged.tracks },
        description: `Objects detected with ${job.model}: ${merged.added} new, ${merged.kept} kept, ${merged.removed} removed`,
      };
    },
  });
}
