import { type Job, type ProcessingOptions, passes } from './job.ts';
import type { SegmentPlan } from './plan-segments.ts';

/** The samples of a job and the segments they are divided into. */
interface JobPlan extends SegmentPlan {
  totalFrames: number;
  sampledFrames: number;
}

/** The plan of a job whose video has not been analysed yet. */
export const NO_PLAN: JobPlan = { totalFrames: 0, sampledFrames: 0, boundaries: [0], seconds: [] };

/** A job that no worker has begun. */
export const newJob = (
  { videoId, accountId, revision }: { videoId: string; accountId: string; revision: number },
  {
    now,
    options,
    ...chosen
  }: Pick<Job, 'jobId' | 'model' | 'fallback' | 'clipModel' | 'requestId'> & {
    now: number;
    options: ProcessingOptions;
  },
  { totalFrames, sampledFrames, boundaries, seconds }: JobPlan,
): Job => ({
  videoId,
  accountId,
  ...chosen,
  state: 'queued',
  options,
  createdAt: new Date(now).toISOString(),
  startedAt: 0,
  totalFrames,
  sampledFrames,
  boundaries,
  done: new Set(),
  segmentSeconds: seconds,
  samplesDone: {},
  working: {},
  workedMs: Object.fromEntries(Array.from({ length: passes(chosen) }, (_, pass) => [pass, 0])),
  objectsSeen: {},
  undecodable: {},
  detected: {},
  tracks: {},
  expected: new Set(),
  startVersion: revision,
  objectsDetected: 0,
  version: null,
  failure: null,
  finishingAt: 0,
});
