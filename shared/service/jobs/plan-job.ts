import type { DetectionMessage, FinishMessage } from '../../contract/messages.ts';
import { type Job, namingUnit, type ProcessingOptions } from '../../domain/job/job.ts';
import { newJob } from '../../domain/job/new-job.ts';
import { planSegments } from '../../domain/job/plan-segments.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import type { Video } from '../../domain/video.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { type FrameIndex, sampleFrames } from '../../media/probe/frame-index.ts';
import { decodeFrameIndex } from '../../media/probe/frame-index-codec.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';

/** The frame index that ingest stored for a processed video. */
export async function readFrameIndex(files: MediaFiles, videoId: string): Promise<FrameIndex> {
  const bytes = await files.get(mediaKeys.frameIndex(videoId));
  if (bytes === null) throw new Error(`Video ${videoId} has no frame index`);
  return decodeFrameIndex(bytes);
}

/** Lays out a detection job: which frames are looked at, and which segment each belongs to. */
export function planJob(
  video: Video,
  index: FrameIndex,
  options: ProcessingOptions,
  chosen: Pick<Job, 'jobId' | 'model' | 'fallback' | 'clipModel'> & { now: number },
): Job {
  const samples = sampleFrames(index, options.fps);
  return newJob(
    video,
    // DynamoDB holds no number that is nearer to zero than 1e-130.
    { ...chosen, ...requestOrigin(), options: { ...options, confidence: sixDecimals(options.confidence) } },
    {
      ...planSegments(samples, index.keyFrames, video.width * video.height),
      totalFrames: index.times.length,
      sampledFrames: samples.length,
    },
  );
}

const ofJob = ({ accountId, videoId, jobId, requestId }: Job) => ({
  accountId,
  videoId,
  jobId,
  ...(requestId !== undefined && { requestId }),
});

const messages = (kind: 'segment' | 'name', job: Job) =>
  job.boundaries.slice(0, -1).map((_, segment) => ({ kind, ...ofJob(job), segment }));

/** One message for every segment that has not been worked through. */
export const segmentMessages = (job: Job): DetectionMessage[] =>
  messages('segment', job).filter(({ segment }) => !job.done.has(segment));

/** One message for every segment in which objects have not been named. */
export const namingMessages = (job: Job): DetectionMessage[] =>
  messages('name', job).filter(({ segment }) => !job.done.has(namingUnit(job, segment)));

export const finishMessage = (job: Job): FinishMessage => ({ kind: 'finish', ...ofJob(job) });
