import { MEMORY } from '../../lib/memory.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { partSizeFor } from '../../shared/domain/direct-upload.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import type { MeasuredUse } from './measure-use.ts';
import { SEGMENT_SAMPLES } from './measure-use.ts';
import { PRICES } from './prices.ts';
import { lambdaCost, requestCost, storesCost, sum } from './request-cost.ts';
import { addUse, noUse, type Use } from './use.ts';

/** The example: videos that are uploaded, processed once, and kept for the month. */
export const EXAMPLE = {
  videos: 1000,
  /** Of each video. */
  seconds: 3600,
  fps: 30,
  width: 1920,
  height: 1080,
  secondsPerKeyFrame: 2,
  bitsPerSecond: 5e6,
  /** Samples a second in detection. */
  sampledFps: 5,
  /** Worker seconds besides the segments: ingest, and tracking in the finish. */
  ingestSeconds: 5,
  finishSeconds: 10,
} as const;

/** Dollars of the example. */
interface MonthCost {
  segmentsPerVideo: number;
  workerSecondsPerVideo: number;
  parts: Record<'uploads' | 'ingest' | 'detection' | 'detection: stores' | 'storage' | 'network', number>;
  total: number;
}

/** Progress is reported once per ten samples. */
const SAMPLES_PER_PROGRESS = 10;
/** Every write to a job moves its entry in the sweeper's index. */
const INDEX_MOVE = 2;
/** Bytes of a segment in the item of its job, and of the rest of the item. */
const JOB_BYTES = { segment: 33, base: 700 } as const;
const ZONES = 2;
const HOURS = 730;
/** A message is received and deleted; empty receives are not counted. */
const MESSAGE = { ...noUse(), sqsRequests: 2 };

/** Dollars for one run of a worker, including its use of the stores. */
const workerCost = (seconds: number): number => lambdaCost(seconds * 1000, MEMORY.worker) / 1e6;
const useCost = (use: Use): number => sum(storesCost(use)) / 1e6;

export function monthCost({ endpoints, ingest, segment, finish }: MeasuredUse): MonthCost {
  const { videos, seconds, fps, width, height, secondsPerKeyFrame, bitsPerSecond, sampledFps } = EXAMPLE;
  const bytes = (seconds * bitsPerSecond) / 8;
  const parts = Math.ceil(bytes / partSizeFor(bytes));
  const samples = Array.from({ length: seconds * sampledFps }, (_, i) => (i * fps) / sampledFps);
  const keyFrames = Array.from(
    { length: seconds / secondsPerKeyFrame },
    (_, i) => i * fps * secondsPerKeyFrame,
  );
  const plan = planSegments(samples, keyFrames, width * height);
  const segments = plan.boundaries.length - 1;

  const request = (key: string, variant?: string): number => {
    const route = ROUTES.find((row) => row.key === key);
    const use = endpoints.find((call) => call.route === key && (!variant || call.variant === variant));
    if (route === undefined || use === undefined) throw new Error(`Nothing was measured of ${key}`);
    return requestCost(route, use).total / 1e6;
  };

  const writesPerSegment = Math.ceil(samples.length / segments / SAMPLES_PER_PROGRESS);
  const measuredWrites = Math.ceil(SEGMENT_SAMPLES / SAMPLES_PER_PROGRESS);
  const jobUnits = Math.ceil((JOB_BYTES.base + segments * JOB_BYTES.segment) / 1024);
  const progress: Use = { ...noUse(), dynamodbCalls: 1, writeUnits: jobUnits + INDEX_MOVE };
  const segmentUse = addUse([segment, 1], [progress, writesPerSegment - measuredWrites], [MESSAGE, 1]);
  const finishUse = addUse([finish, 1], [{ ...noUse(), s3Reads: 1 }, segments - 2]);

  const perVideo = {
    uploads:
      request('videos/upload-video', 'an announcement') +
      request('videos/complete-upload') +
      useCost({ ...noUse(), s3Writes: parts }),
    ingest: workerCost(EXAMPLE.ingestSeconds) + useCost(addUse([ingest, 1], [MESSAGE, 1])),
    detection:
      request('processing/start-processing') +
      workerCost(sum(plan.seconds)) +
      workerCost(EXAMPLE.finishSeconds),
    'detection: stores': useCost(addUse([segmentUse, segments], [finishUse, 1])),
    storage: (bytes / 1e9) * PRICES.s3Storage,
  };
  const scaled = Object.entries(perVideo).map(([name, dollars]) => [name, dollars * videos] as const);
  const all = {
    ...(Object.fromEntries(scaled) as typeof perVideo),
    network: PRICES.interfaceEndpointHour * ZONES * HOURS,
  };
  return {
    segmentsPerVideo: segments,
    workerSecondsPerVideo: sum(plan.seconds),
    parts: all,
    total: sum(all),
  };
}
