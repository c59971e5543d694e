import type { z } from 'zod';
import type { JOB_STATUSES, processingOptions } from '../contract/schemas/job.ts';

/**
 * State of a job as stored. `finishing` is `processing` to the outside: the result is being committed, so it
 * can no longer be cancelled. That one step decides between a finish and a cancel that race.
 *
 *     queued ─▶ processing ─▶ finishing ─▶ completed
 *       │  │        │  │          │
 *       │  └────────┼──┴──────────┴──────▶ failed
 *       └───────────┴────────────────────▶ cancelled
 */
export type JobState = 'queued' | 'processing' | 'finishing' | 'completed' | 'failed' | 'cancelled';

const TRANSITIONS: Record<JobState, readonly JobState[]> = {
  queued: ['processing', 'cancelled', 'failed'],
  processing: ['finishing', 'cancelled', 'failed'],
  finishing: ['completed', 'failed'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** The states from which a job may enter `next`. */
export const sourcesOf = (next: JobState): JobState[] =>
  (Object.keys(TRANSITIONS) as JobState[]).filter((state) => TRANSITIONS[state].includes(next));

export const isTerminal = (state: JobState): boolean => TRANSITIONS[state].length === 0;

export const TERMINAL_STATES: readonly JobState[] = (Object.keys(TRANSITIONS) as JobState[]).filter(
  isTerminal,
);

export type ProcessingOptions = z.output<typeof processingOptions>;

export interface JobFailure {
  code: string;
  message: string;
}

/** A detection job of a video; a video has at most one that is not terminal. */
export interface Job {
  videoId: string;
  accountId: string;
  jobId: string;
  state: JobState;
  options: ProcessingOptions;
  model: string;
  fallback: boolean;
  /** The CLIP model that names the objects; absent when the detector's labels stay. */
  clipModel?: string;
  createdAt: string;
  /** Milliseconds since the epoch at which the first worker began; 0 before. */
  startedAt: number;
  /** Frames of the source, and how many of them are looked at. */
  totalFrames: number;
  sampledFrames: number;
  /** Segment i covers the samples from boundaries[i] up to boundaries[i + 1]. */
  boundaries: number[];
  /** Units of work whose outcome is stored: segments that were detected in, and those that were named in. */
  done: ReadonlySet<number>;
  /** Samples worked through, by unit; never falls. */
  samplesDone: Record<string, number>;
  /** Most objects seen in one frame, by segment: the best count there is before tracking. */
  objectsSeen: Record<string, number>;
  /** A metadata version that was there when it started: its result is a later one. */
  startVersion: number;
  /** Set when completed: tracked objects, and the metadata version that holds them. */
  objectsDetected: number;
  version: number | null;
  failure: JobFailure | null;
  estimatedSeconds: number;
}

export const segmentCount = (job: Job): number => job.boundaries.length - 1;

/** Detection in segment i is unit i; where objects are named, naming in segment i is unit `segmentCount` + i. */
export const namingUnit = (job: Job, segment: number): number => segmentCount(job) + segment;

const isDone = ({ done }: Job, from: number, units: number): boolean =>
  Array.from({ length: units }, (_, i) => done.has(from + i)).every(Boolean);

export const allSegmentsDone = (job: Job): boolean => isDone(job, 0, segmentCount(job));

/** Whether all is known that a naming job looks at again once its objects are tracked. */
export const allSegmentsNamed = (job: Job): boolean => isDone(job, segmentCount(job), segmentCount(job));

/** How often the segments are gone through. */
const passes = ({ clipModel }: Job): number => (clipModel === undefined ? 1 : 2);

const PUBLIC_STATUS: Record<JobState, (typeof JOB_STATUSES)[number]> = {
  queued: 'queued',
  processing: 'processing',
  finishing: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const publicStatus = (state: JobState): (typeof JOB_STATUSES)[number] => PUBLIC_STATUS[state];

/** Going through the segments is nearly all of the work; tracking and the commit take the last bit. */
const SEGMENTS_SHARE = 97;

/** What the status endpoint tells of a job. `progress` 0–100, `eta` in seconds, frames in source frames. */
export function jobReport(job: Job, now: number) {
  const samples = Object.values(job.samplesDone).reduce((sum, count) => sum + count, 0);
  const all = job.sampledFrames * passes(job);
  const share = all === 0 ? 0 : Math.min(1, samples / all);
  const completed = job.state === 'completed';
  const elapsed = job.startedAt === 0 ? 0 : Math.max(0, now - job.startedAt) / 1000;
  const remaining = share > 0 ? (elapsed / share) * (1 - share) : job.estimatedSeconds;
  return {
    jobId: job.jobId,
    status: publicStatus(job.state),
    progress: completed ? 100 : Math.floor(share * SEGMENTS_SHARE),
    currentFrame: completed ? job.totalFrames : Math.round(share * job.totalFrames),
    totalFrames: job.totalFrames,
    objectsDetected: completed ? job.objectsDetected : Math.max(0, ...Object.values(job.objectsSeen)),
    eta: isTerminal(job.state) ? 0 : Math.round(remaining * 10) / 10,
    model: job.model,
    fallback: job.fallback,
    ...(job.clipModel === undefined ? {} : { clipModel: job.clipModel }),
    ...(job.failure === null ? {} : { error: job.failure }),
  };
}
