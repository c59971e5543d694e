import type { z } from 'zod';
import type { JOB_STATUSES, processingOptions } from '../../contract/schemas/job.ts';

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

/** The tracks that were found in a segment by itself, or in what of it has been looked at. */
export interface SegmentTracks {
  /** Samples looked at, from the first one of the segment. */
  samples: number;
  found: number;
  /** Those of them that were there when it began: they may go on from the segment before. */
  atStart: number;
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
  /** Planned work of each segment, seconds of one reference core (`planSegments`). */
  segmentSeconds: number[];
  /** Samples worked through, by unit; never falls. */
  samplesDone: Record<string, number>;
  /** The units that are being worked on, each with when that was last heard of, in milliseconds since the epoch. */
  working: Record<string, number>;
  /** Milliseconds that workers took for `samplesDone`, by pass; loading a model is not among them. */
  workedMs: Record<string, number>;
  /** Most objects seen in one frame, by segment: how much there is to track. */
  objectsSeen: Record<string, number>;
  /** Samples of `samplesDone` that could not be decoded, by segment. */
  undecodable: Record<string, number>;
  /** Tracks of each segment by itself; absent in a job from before they were counted. */
  tracks?: Record<string, SegmentTracks>;
  /** The estimates of the tracks there will be (`expectedObjects`), of which the highest counts: a set only grows. */
  expected: ReadonlySet<number>;
  /** A metadata version that was there when it started: its result is a later one. */
  startVersion: number;
  /** Set when completed: tracked objects, and the metadata version that holds them. */
  objectsDetected: number;
  version: number | null;
  failure: JobFailure | null;
  /** Milliseconds since the epoch at which the finish began; 0 before. */
  finishingAt: number;
}

export const segmentCount = (job: Job): number => job.boundaries.length - 1;

/** Detection in segment i is unit i; where objects are named, naming in segment i is unit `segmentCount` + i. */
export const namingUnit = (job: Job, segment: number): number => segmentCount(job) + segment;

/** In which pass over the segments a unit is worked on, from 0. */
export const passOf = (job: Job, unit: number): number => Math.floor(unit / segmentCount(job));

const isDone = ({ done }: Job, from: number, units: number): boolean =>
  Array.from({ length: units }, (_, i) => done.has(from + i)).every(Boolean);

export const allSegmentsDone = (job: Job): boolean => isDone(job, 0, segmentCount(job));

/** Whether all is known that a naming job looks at again once its objects are tracked. */
export const allSegmentsNamed = (job: Job): boolean => isDone(job, segmentCount(job), segmentCount(job));

/** How often the segments are gone through: to detect objects in them, and again to name these. */
export const passes = ({ clipModel }: Pick<Job, 'clipModel'>): number => (clipModel === undefined ? 1 : 2);

/** Samples found so far that could not be decoded. */
export const undecodableSamples = ({ undecodable }: Job): number =>
  Object.values(undecodable).reduce((sum, count) => sum + count, 0);

/**
 * What a job fails with whose samples are all worked through: of a video of which less than half can be decoded, the
 * rest would not tell what is in it.
 */
export function decodingFailure(job: Job): JobFailure | null {
  const decoded = job.sampledFrames - undecodableSamples(job);
  if (2 * decoded >= job.sampledFrames) return null;
  const message = `Only ${decoded} of the ${job.sampledFrames} frames to look at could be decoded: the video is damaged.`;
  return { code: 'CORRUPT_DATA', message };
}

const PUBLIC_STATUS: Record<JobState, (typeof JOB_STATUSES)[number]> = {
  queued: 'queued',
  processing: 'processing',
  finishing: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const publicStatus = (state: JobState): (typeof JOB_STATUSES)[number] => PUBLIC_STATUS[state];
