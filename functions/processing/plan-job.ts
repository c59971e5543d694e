import { SETTINGS } from '../../shared/contract/resources.ts';
import type { Job, ProcessingOptions } from '../../shared/domain/job.ts';
import { planSegments } from '../../shared/domain/segments.ts';
import type { Video } from '../../shared/domain/video.ts';
import { type Model, modelById, modelManifest } from '../../shared/inference/manifest.ts';
import { type FrameIndex, sampleFrames } from '../../shared/media/frame-index.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { requireVariable } from '../../shared/stores/environment.ts';
import type { DetectionMessage } from '../../shared/stores/queues.ts';

/** The detector of this deployment, and whether it stands in for the default one. */
export function configuredModel(environment: Environment): { model: Model; fallback: boolean } {
  const model = modelById(modelManifest, requireVariable(environment, SETTINGS.detectorModel));
  return { model, fallback: model.id === modelManifest.fallback };
}

/** Lays out a detection job: which frames are looked at, and which segment each belongs to. */
export function planJob(
  video: Video,
  index: FrameIndex,
  options: ProcessingOptions,
  { jobId, now, model, fallback }: { jobId: string; now: number; model: string; fallback: boolean },
): Job {
  const samples = sampleFrames(index, options.fps);
  const { boundaries, seconds } = planSegments(samples, index.keyFrames, video.width * video.height);
  return {
    videoId: video.videoId,
    accountId: video.accountId,
    jobId,
    state: 'queued',
    options,
    model,
    fallback,
    createdAt: new Date(now).toISOString(),
    startedAt: 0,
    totalFrames: index.times.length,
    sampledFrames: samples.length,
    boundaries,
    done: new Set(),
    samplesDone: {},
    objectsSeen: {},
    startVersion: video.revision,
    objectsDetected: 0,
    version: null,
    failure: null,
    estimatedSeconds: Math.ceil(seconds),
  };
}

/** One message for every segment that has not been worked through. */
export function segmentMessages({ accountId, videoId, jobId, boundaries, done }: Job): DetectionMessage[] {
  return boundaries
    .slice(0, -1)
    .map((_, segment) => ({ kind: 'segment' as const, accountId, videoId, jobId, segment }))
    .filter(({ segment }) => !done.has(segment));
}

export const finishMessage = ({ accountId, videoId, jobId }: Job): DetectionMessage => ({
  kind: 'finish',
  accountId,
  videoId,
  jobId,
});
