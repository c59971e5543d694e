import type { z } from 'zod';
import type { JOB_STATUSES, processingOptions } from '../../contract/schemas/job.ts';
import { stateMachine } from '../state-machine.ts';

/**
 * State of a job as stored. Clients see `finishing` as `processing`: the result is being committed, so
 * the job can no longer be cancelled. Entering it decides a race between a finish and a cancel.
 *
 *     queued ─▶ processing ─▶ finishing ─▶ completed
 *       │  │        │  │          │
 *       │  └────────┼──┴──────────┴──────▶ failed
 *       └───────────┴────────────────────▶ cancelled
 */
export type JobState = 'queued' | 'processing' | 'finishing' | 'completed' | 'failed' | 'cancelled';

export const {
  sourcesOf,
  isTerminal,
  terminal: TERMINAL_STATES,
} = stateMachine<JobState>({
  queued: ['processing', 'cancelled', 'failed'],
  processing: ['finishing', 'cancelled', 'failed'],
  finishing: ['completed', 'failed'],
  completed: [],
  failed: [],
  cancelled: [],
});

export type ProcessingOptions = z.output<typeof processingOptions>;

export interface JobFailure {
  code: string;
  message: string;
}

/** The tracks found within one segment, or within its samples so far. */
export interface SegmentTracks {
  /** Samples processed, from the first one of the segment. */
  samples: number;
  found: number;
  /** Those present at its start: they may continue tracks of the previous segment. */
  atStart: number;
}

/** A detection job of a video; a video has at most one that is not terminal. */
export interface Job {
  videoId: string;
  accountId: string;
  jobId: string;
  /** The request that asked for it; absent where that is not known, and in jobs that are older than this note. */
  requestId?: string;
  state: JobState;
  options: ProcessingOptions;
  model: string;
  fallback: boolean;
  /** The CLIP model that names the objects; absent when the detector's labels are kept. */
  clipModel?: string;
  createdAt: string;
  /** Milliseconds since the epoch at which the first worker began; 0 before. */
  startedAt: number;
  /** Frames of the video, and how many of them are samples. */
  totalFrames: number;
  sampledFrames: number;
  /** Segment i covers the samples from boundaries[i] up to boundaries[i + 1]. */
  boundaries: number[];
  /** Units whose results are stored. */
  done: ReadonlySet<number>;
  /** Planned work of each segment in seconds of one reference core (`planSegments`). */
  segmentSeconds: number[];
  /** Samples processed, by unit; never decreases. */
  samplesDone: Record<string, number>;
  /** When a worker last reported on each unit in progress, in milliseconds since the epoch. */
  working: Record<string, number>;
  /** Milliseconds that workers took for `samplesDone`, by pass, without loading models. */
  workedMs: Record<string, number>;
  /** The most objects in one frame, by segment: a measure of the tracking ahead. */
  objectsSeen: Record<string, number>;
  /** Samples of `samplesDone` that could not be decoded, by segment. */
  undecodable: Record<string, number>;
  /** Samples of `samplesDone` that the detector looked at, by segment; absent in jobs that are older than this count. */
  detected?: Record<string, number>;
  /** Tracks within each segment; absent in jobs that are older than this count. */
  tracks?: Record<string, SegmentTracks>;
  /** Estimates of the number of tracks (`expectedObjects`). The highest counts; a set, since it can only grow. */
  expected: ReadonlySet<number>;
  /** A metadata version that existed when the job started: its result is a later one. */
  startVersion: number;
  /** Set when completed: the objects found, earlier ones found again included, and the metadata version that holds them. */
  objectsDetected: number;
  version: number | null;
  failure: JobFailure | null;
  /** When it completed, failed or was cancelled; absent before, and in jobs that are older than this note. */
  endedAt?: string;
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

/** Whether the naming pass is complete. */
export const allSegmentsNamed = (job: Job): boolean => isDone(job, segmentCount(job), segmentCount(job));

/** The number of passes over the segments: detection, and naming where a CLIP model names the objects. */
export const passes = ({ clipModel }: Pick<Job, 'clipModel'>): number => (clipModel === undefined ? 1 : 2);

const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Samples found so far that could not be decoded. */
export const undecodableSamples = ({ undecodable }: Job): number => total(undecodable);

/** Samples so far that the detector looked at; in the others nothing had changed, or they could not be decoded. */
export function detectedSamples(job: Job): number {
  // Jobs that are older than the count looked at all that could be decoded.
  return job.detected === undefined ? processedSamples(job) - undecodableSamples(job) : total(job.detected);
}

/** Samples that detection is done with. */
export const processedSamples = (job: Job): number =>
  Array.from({ length: segmentCount(job) }, (_, segment) => job.samplesDone[segment] ?? 0).reduce(
    (sum, count) => sum + count,
    0,
  );

/** The failure of a job whose samples are all processed, if any. */
export const decodingFailure = (job: Job): JobFailure | null =>
  damageOf(job.sampledFrames, undecodableSamples(job));

/** Null when at least half of the samples could be decoded. With fewer, the result would not represent the video. */
export function damageOf(sampled: number, undecodable: number): JobFailure | null {
  const decoded = sampled - undecodable;
  if (2 * decoded >= sampled) return null;
  const message = `Only ${decoded} of the ${sampled} frames to look at could be decoded: the video is damaged.`;
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
