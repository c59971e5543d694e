import { MEMORY } from '../../lib/memory.ts';
import { SWEEPER_SECONDS } from '../../shared/contract/sweeper.ts';
import { KEPT } from '../sweep/simulate.ts';
import { REQUESTS } from '../sweep/virtual-time.ts';
import { HOURS_A_MONTH } from './at-rest.ts';
import { PRICES } from './prices.ts';
import { lambdaCost } from './request-cost.ts';

/** Read units for the versions of a video: 20 KB. */
export const LOOK_UP_UNITS = 5;
/** Blobs that a request lists, between two writes of where the walk is. */
const BATCH = 1000;
/** Until blobs are removed in the first walk; between two runs. */
const MINUTES = { steady: 20, interval: 5 } as const;
/** Walks a day apart look at what was modified in a day and an hour. */
const MODIFIED_HOURS = 25;
const WALKS_A_MONTH = HOURS_A_MONTH / 24;
/** Those that look at everything. */
const THOROUGH_A_MONTH = WALKS_A_MONTH / 30;

interface Walk {
  lists: number;
  lookUps: number;
  /** From its beginning to its end. */
  minutes: number;
  dollars: number;
}

/** A walk of the sweeper over the blobs of so many videos, by what it asks the stores for (`bench/sweep` simulates it). */
export function blobWalk(videos: number, kind: 'first' | 'daily'): Walk {
  const { blobsPerVideo, changedADay } = KEPT;
  const { list, dynamodb } = REQUESTS;
  const lists = Math.floor((videos * blobsPerVideo) / BATCH) + 1;
  const lookUps = kind === 'first' ? videos : (videos * changedADay * MODIFIED_HOURS) / 24;
  const perBatch = lookUps / lists;
  const batchMs =
    list.wait +
    list.work +
    dynamodb.wait +
    dynamodb.work +
    perBatch * dynamodb.work +
    Math.min(1, perBatch) * dynamodb.wait;
  const seconds = (lists * batchMs) / 1000;
  const fullRuns = Math.floor(seconds / SWEEPER_SECONDS.work);
  const minutes = fullRuns * MINUTES.interval + (seconds - fullRuns * SWEEPER_SECONDS.work) / 60;
  return {
    lists,
    lookUps: Math.round(lookUps),
    minutes: kind === 'first' ? MINUTES.steady + minutes : minutes,
    dollars:
      (lists * (PRICES.s3Writes + PRICES.dynamodbWriteUnits) +
        lookUps * LOOK_UP_UNITS * PRICES.dynamodbReadUnits +
        lambdaCost(seconds * 1000, MEMORY.sweeper)) /
      1e6,
  };
}

/** Dollars a month of the walks, beside the sweeper at rest. */
export const blobWalksCost = (videos: number): number =>
  (WALKS_A_MONTH - THOROUGH_A_MONTH) * blobWalk(videos, 'daily').dollars +
  THOROUGH_A_MONTH * blobWalk(videos, 'first').dollars;
