import { allSegmentsDone, type Job } from '../../shared/domain/job.ts';
import { InferenceError } from '../../shared/inference/errors.ts';
import { sampleFrames } from '../../shared/media/frame-index.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import type { DetectionMessage } from '../../shared/stores/queues.ts';
import { readFrameIndex } from '../processing/frame-index.ts';
import { finishMessage } from '../processing/plan-job.ts';
import type { WorkerStores } from '../processing/worker-stores.ts';
import { detectSamples } from './detect-samples.ts';
import { forgetDetector, loadedDetector } from './loaded-detector.ts';
import { encodeDetections, type SegmentFrame } from './segment-detections.ts';

type SegmentMessage = Extract<DetectionMessage, { kind: 'segment' }>;

/** Samples between two looks at whether the job still runs. */
const PROGRESS_SAMPLES = 10;

class JobStopped extends Error {}

/**
 * Detects objects in one segment and stores the result under a name made of job and segment: repeating it writes
 * the same bytes again. Whoever finds the set of segments complete asks for the finish.
 */
export async function runSegment(stores: WorkerStores, message: SegmentMessage): Promise<void> {
  const { jobs, files, queue, remains, environment } = stores;
  const { accountId, videoId, jobId, segment } = message;
  const job = await jobs.get(videoId);
  if (job === null || job.jobId !== jobId) return;
  if (job.state === 'queued') {
    await jobs.advance(job, 'processing', { startedAt: environment.runtime.now() });
  } else if (job.state !== 'processing') {
    return;
  }

  let after: Job | null = job;
  if (!job.done.has(segment)) {
    try {
      const detections = await detect(stores, job, segment);
      await files.put(
        mediaKeys.segment(videoId, jobId, segment),
        encodeDetections(detections),
        'application/gzip',
      );
    } catch (error) {
      if (error instanceof JobStopped) return;
      throw error;
    }
    after = await jobs.completeSegment(job, segment);
    if (await remains.removeIfDeleted(accountId, videoId)) return;
  }
  if (after !== null && allSegmentsDone(after)) await queue.send([finishMessage(after)]);
}

/** @throws JobStopped when the job was cancelled or failed meanwhile, or its video deleted */
async function detect(stores: WorkerStores, job: Job, segment: number): Promise<SegmentFrame[]> {
  const { videos, files, jobs, environment } = stores;
  const { accountId, videoId, options } = job;
  const video = await videos.get(accountId, videoId);
  if (video === null) throw new JobStopped();
  const source = await files.open(mediaKeys.upload(accountId, videoId));
  if (source === null) throw new Error(`Video ${videoId} has lost its upload`);

  const index = await readFrameIndex(files, videoId);
  const samples = sampleFrames(index, options.fps).slice(
    job.boundaries[segment],
    job.boundaries[segment + 1],
  );
  const loading = loadedDetector(environment, job.model);
  const detector = await loading;
  const found: SegmentFrame[] = [];
  let most = 0;
  try {
    for await (const frame of detectSamples(detector, { ...video, source, index }, samples)) {
      found.push(frame);
      most = Math.max(most, frame.detections.filter(({ score }) => score >= options.confidence).length);
      if (found.length % PROGRESS_SAMPLES === 0 || found.length === samples.length) {
        if (!(await jobs.noteProgress(job, segment, found.length, most))) throw new JobStopped();
      }
    }
  } catch (error) {
    if (error instanceof InferenceError) forgetDetector(loading);
    throw error;
  }
  return found;
}
