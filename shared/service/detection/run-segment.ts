import type { UnitMessage } from '../../contract/messages.ts';
import { allSegmentsDone, type Job } from '../../domain/job/job.ts';
import { InferenceError } from '../../inference/errors.ts';
import { sampleFrames } from '../../media/probe/frame-index.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { detectSamples, type SegmentFrame } from './detect-samples.ts';
import { openJobVideo } from './job-video.ts';
import { detectors } from './loaded-models.ts';
import { segmentTracks } from './segment-tracks.ts';
import { progressNotes, workOnUnit } from './work-unit.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Samples between two looks at whether the job still runs. */
const PROGRESS_SAMPLES = 10;

/**
 * Detects objects in one segment.
 * @returns the job when it can go on: all of its segments are detected in with that, or were and its finish broke off
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
  return workOnUnit(stores, job, {
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
  /** Samples in which tracks were counted: ever more seldom, so that all counts take little more than the last. */
  let counted = 0;
  let worked = 0;
  const noteWorked = () => {
    const counts = worked === samples.length || found.length >= 2 * counted;
    if (counts) counted = found.length;
    const tracks = counts ? segmentTracks(found, job) : undefined;
    return note({ samples: worked, objects: most, undecodable: worked - found.length, tracks });
  };
  try {
    for await (const frame of detectSamples(
      detector,
      { ...video, source, index },
      samples,
      all[(start ?? 0) - 1],
    )) {
      found.push(frame);
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
