import type { UnitMessage } from '../../contract/messages.ts';
import { allSegmentsDone, type Job } from '../../domain/job/job.ts';
import { InferenceError } from '../../inference/errors.ts';
import { sampleFrames } from '../../media/probe/frame-index.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { countTracks } from './count-tracks.ts';
import { detectSamples, type SegmentFrame } from './detect-samples.ts';
import { detectors } from './loaded-models.ts';
import { openJobVideo } from './open-job-video.ts';
import { progressNotes, runUnit } from './run-unit.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Samples between two checks that the job still runs. */
const PROGRESS_SAMPLES = 10;

/**
 * Detects objects in one segment.
 * @returns the job when its next step can begin: this was its last segment, or its finish was interrupted
 */
export async function runSegment(
  stores: WorkerStores,
  { videoId, jobId, segment }: UnitMessage,
): Promise<Job | null> {
  const { jobs, environment } = stores;
  const job = await jobs.get(videoId);
  if (job === null || job.jobId !== jobId) return null;
  if (job.state === 'finishing') return job;
  if (job.state === 'queued') {
    await jobs.advance(job, 'processing', { startedAt: environment.runtime.now() });
  } else if (job.state !== 'processing') {
    return null;
  }
  return runUnit(stores, job, {
    unit: segment,
    key: mediaKeys.segment(videoId, jobId, segment),
    complete: allSegmentsDone,
    work: () => detect(stores, job, segment),
  });
}

/** @throws JobStopped */
async function detect(stores: WorkerStores, job: Job, segment: number): Promise<SegmentFrame[]> {
  const { environment } = stores;
  const { options } = job;
  const loading = detectors.get(environment, job.model);
  const detector = await loading;
  const note = progressNotes(stores, job, segment);
  await note({ samples: 0 });
  const { video, source, index } = await openJobVideo(stores, job);
  const all = sampleFrames(index, options.fps);
  const [start, end] = job.boundaries.slice(segment, segment + 2);
  const samples = all.slice(start, end);
  const found: SegmentFrame[] = [];
  let most = 0;
  /** Samples at the last count of tracks: counts become rarer, so that all take little more than the last. */
  let counted = 0;
  let worked = 0;
  let detected = 0;
  const noteWorked = () => {
    const counts = worked === samples.length || found.length >= 2 * counted;
    if (counts) counted = found.length;
    const tracks = counts ? countTracks(found, job) : undefined;
    const undecodable = worked - found.length;
    const isLast = worked === samples.length;
    return note({ samples: worked, objects: most, undecodable, detected, tracks, isLast });
  };
  try {
    for await (const frame of detectSamples(detector, { ...video, source, index }, samples, {
      previous: all[(start ?? 0) - 1],
    })) {
      found.push(frame);
      if (!frame.unchanged) detected++;
      most = Math.max(most, frame.detections.filter(({ score }) => score >= options.confidence).length);
      worked = samples.indexOf(frame.frame, worked) + 1;
      if (found.length % PROGRESS_SAMPLES === 0 && worked < samples.length) await noteWorked();
    }
    worked = samples.length;
    await noteWorked();
  } catch (error) {
    if (error instanceof InferenceError) detectors.forget(loading);
    throw error;
  }
  return found;
}
