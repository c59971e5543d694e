import { MEMORY } from '../../lib/memory.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { partSizeFor } from '../../shared/domain/direct-upload.ts';
import { planSegments } from '../../shared/domain/job/plan-segments.ts';
import { restCost } from './at-rest.ts';
import { consoleCost } from './console-month.ts';
import type { MeasuredUse } from './measure-use.ts';
import { SEGMENT_SAMPLES } from './measure-use.ts';
import { PRICES } from './prices.ts';
import { lambdaCost, requestCost, runCost, storesCost, sum } from './request-cost.ts';
import type { ResourcesOf } from './template.ts';
import { addUse, noUse, type Use } from './use.ts';

/** A month of use: videos that are uploaded, processed once, fetched once, and kept; requests besides, a tenth of them edits. */
export interface Month {
  name: string;
  profile: ProfileName;
  videos: number;
  /** Of each video. */
  seconds: number;
  requests: number;
  /** Who sign in to the console. */
  people: number;
}

export const MONTHS: readonly Month[] = [
  { name: 'one person', profile: 'personal', videos: 20, seconds: 300, requests: 5000, people: 1 },
  { name: 'a team', profile: 'personal', videos: 200, seconds: 1200, requests: 200_000, people: 20 },
  {
    name: 'a platform',
    profile: 'production',
    videos: 1000,
    seconds: 3600,
    requests: 10_000_000,
    people: 500,
  },
];

/** How videos are, and what work on them is taken for. */
export const VIDEO = {
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

/** Metrics of a route that is used (shared/http/request-metrics.ts): requests, latency, and errors of one code. */
const METRICS_PER_ROUTE = 3;

/**
 * Those of a bucket in use: requests of all and of six kinds, bytes both ways, errors 4xx and 5xx, both latencies.
 * Source: "Amazon S3 request metrics", https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html
 */
const BUCKET_METRICS = 13;

/** Dollars of a month. */
export interface MonthCost {
  segmentsPerVideo: number;
  workerSecondsPerVideo: number;
  parts: Record<
    | 'at rest'
    | 'requests'
    | 'uploads'
    | 'ingest'
    | 'detection'
    | 'detection: stores'
    | 'relay'
    | 'storage'
    | 'transfer out'
    | keyof ReturnType<typeof consoleCost>
    | 'traces, metrics, web ACL',
    number
  >;
  total: number;
}

/** Bytes of a video in the tables: its versions, with small documents, and its other items. */
const TABLE_BYTES = 25_000;

const MONTHS_A_YEAR = 12;

const bytesOf = ({ seconds }: Month): number => (seconds * VIDEO.bitsPerSecond) / 8;

/** What is kept after a year of such months costs in a month; nothing was deleted. */
export function keptAfterAYear(month: Month): { files: number; tables: number } {
  const all = month.videos * MONTHS_A_YEAR;
  return {
    files: ((all * bytesOf(month)) / 1e9) * PRICES.s3Storage,
    tables: ((all * TABLE_BYTES) / 1e9) * (PRICES.dynamodbStorage + PRICES.dynamodbRecovery),
  };
}

/** Progress is reported once per ten samples. */
const SAMPLES_PER_PROGRESS = 10;
/** Every write to a job moves its entry in the sweeper's index. */
const INDEX_MOVE = 2;
/** Bytes of a segment in the item of its job, and of the rest of the item. */
const JOB_BYTES = { segment: 33, base: 700 } as const;
/** A message is received and deleted; empty receives are not counted. */
const MESSAGE = { ...noUse(), sqsRequests: 2 };
/** Of what is stored for a time only S3 reports the end, too. */
const EXPIRY = { ...noUse(), s3Events: 1 };

/** Dollars for one run of a worker, including its use of the stores. */
const workerCost = (seconds: number): number => lambdaCost(seconds * 1000, MEMORY.worker) / 1e6;
const useCost = (use: Use): number => sum(storesCost(use)) / 1e6;

export function monthCost(measured: MeasuredUse, month: Month, resourcesOf: ResourcesOf): MonthCost {
  const { endpoints, announce, ingest, segment, finish, relay } = measured;
  const { videos, seconds, requests, profile } = month;
  const { fps, width, height, secondsPerKeyFrame, sampledFps } = VIDEO;
  const bytes = bytesOf(month);
  const uploadParts = Math.ceil(bytes / partSizeFor(bytes));
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
      useCost({ ...noUse(), s3Writes: uploadParts }),
    ingest: runCost(announce) + workerCost(VIDEO.ingestSeconds) + useCost(addUse([ingest, 1], [MESSAGE, 1])),
    detection:
      request('processing/start-processing') +
      workerCost(sum(plan.seconds)) +
      workerCost(VIDEO.finishSeconds),
    'detection: stores': useCost(addUse([segmentUse, segments], [EXPIRY, segments], [finishUse, 1])),
    // Each message is hidden once; segments and ingest end before that is repeated. One item is an invocation.
    relay: (segments + 1) * runCost(relay),
    storage: (bytes / 1e9) * PRICES.s3Storage,
    'transfer out': (bytes / 1e9) * PRICES.transferOut,
  };
  const ofVideos = Object.fromEntries(
    Object.entries(perVideo).map(([name, dollars]) => [name, dollars * videos]),
  ) as typeof perVideo;
  const { tracing, metrics, alarms, webAcl } = PROFILES[profile];
  const parts = {
    'at rest': sum(restCost(resourcesOf, measured)),
    requests: requests * (0.9 * request('metadata/get-metadata') + 0.1 * request('metadata/patch-metadata')),
    ...ofVideos,
    ...consoleCost(month.people, { webAcl }),
    'traces, metrics, web ACL':
      (requests / 1e6) * ((tracing ? PRICES.traces : 0) + (webAcl ? PRICES.webAclRequests : 0)) +
      (metrics ? ROUTES.length * METRICS_PER_ROUTE * PRICES.customMetric : 0) +
      (alarms === 'all' ? BUCKET_METRICS * PRICES.customMetric : 0),
  };
  return {
    segmentsPerVideo: segments,
    workerSecondsPerVideo: sum(plan.seconds),
    parts,
    total: sum(parts),
  };
}
