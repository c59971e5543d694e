import { SETTINGS } from '../../shared/contract/resources.ts';
import { type Job, namingUnit, type ProcessingOptions, passes } from '../../shared/domain/job.ts';
import { planSegments } from '../../shared/domain/segments.ts';
import type { Video } from '../../shared/domain/video.ts';
import { manifestWith } from '../../shared/inference/extended-manifest.ts';
import { type Model, modelById } from '../../shared/inference/manifest.ts';
import { type FrameIndex, sampleFrames } from '../../shared/media/frame-index.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import { requireVariable } from '../../shared/stores/environment.ts';
import type { DetectionMessage } from '../../shared/stores/queues.ts';
import { sixDecimals } from './six-decimals.ts';

export interface ConfiguredModel {
  model: Model;
  /** Whether it stands in for the default one. */
  fallback: boolean;
  /** The one it stands in for. */
  missing: Model | null;
}

/** The detector of this deployment. */
export function configuredModel(environment: Environment): ConfiguredModel {
  const manifest = manifestWith(environment.variables[SETTINGS.addedModels] ?? '');
  const model = modelById(manifest, requireVariable(environment, SETTINGS.detectorModel));
  const fallback = model.id === manifest.fallback;
  return { model, fallback, missing: fallback ? modelById(manifest, manifest.default) : null };
}

/** Lays out a detection job: which frames are looked at, and which segment each belongs to. */
export function planJob(
  video: Video,
  index: FrameIndex,
  options: ProcessingOptions,
  { now, ...chosen }: Pick<Job, 'jobId' | 'model' | 'fallback' | 'clipModel'> & { now: number },
): Job {
  const samples = sampleFrames(index, options.fps);
  const { boundaries, seconds } = planSegments(samples, index.keyFrames, video.width * video.height);
  return {
    videoId: video.videoId,
    accountId: video.accountId,
    ...chosen,
    state: 'queued',
    // DynamoDB holds no number that is nearer to zero than 1e-130.
    options: { ...options, confidence: sixDecimals(options.confidence) },
    createdAt: new Date(now).toISOString(),
    startedAt: 0,
    totalFrames: index.times.length,
    sampledFrames: samples.length,
    boundaries,
    done: new Set(),
    segmentSeconds: seconds,
    samplesDone: {},
    working: {},
    workedMs: Object.fromEntries(Array.from({ length: passes(chosen) }, (_, pass) => [pass, 0])),
    objectsSeen: {},
    startVersion: video.revision,
    objectsDetected: 0,
    version: null,
    failure: null,
    finishingAt: 0,
  };
}

const messages = (kind: 'segment' | 'name', { accountId, videoId, jobId, boundaries }: Job) =>
  boundaries.slice(0, -1).map((_, segment) => ({ kind, accountId, videoId, jobId, segment }));

/** One message for every segment that has not been worked through. */
export const segmentMessages = (job: Job): DetectionMessage[] =>
  messages('segment', job).filter(({ segment }) => !job.done.has(segment));

/** One message for every segment in which objects have not been named. */
export const namingMessages = (job: Job): DetectionMessage[] =>
  messages('name', job).filter(({ segment }) => !job.done.has(namingUnit(job, segment)));

export const finishMessage = ({ accountId, videoId, jobId }: Job): DetectionMessage => ({
  kind: 'finish',
  accountId,
  videoId,
  jobId,
});
