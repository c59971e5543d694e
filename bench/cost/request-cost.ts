import { MEMORY } from '../../lib/memory.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { EndpointUse } from './measure-use.ts';
import { PRICES } from './prices.ts';
import { addUse, type Use } from './use.ts';

/**
 * How long functions run, milliseconds. They mostly wait for the stores, so that each call counts with its duration
 * within a region. `npm run bench -- pipeline` measures the remaining processor time, below 0.1 ms.
 */
export const DURATIONS = { base: 5, dynamodbCall: 5, s3Call: 25, sqsCall: 10 } as const;

/** Bytes per request of the access log, the log lines of authorizer and function, and Lambda's report lines. */
export const LOG_BYTES = 2500;

const GB = 1024 ** 3;

/** Dollars for a million requests, by charge. */
interface RequestCost {
  gateway: number;
  lambda: number;
  dynamodb: number;
  s3: number;
  sqs: number;
  logs: number;
  total: number;
}

/** Duration of a function with this use, milliseconds. */
export const durationOf = ({
  dynamodbCalls,
  s3Writes,
  s3Reads,
  s3Deletes,
  sqsRequests,
  sleptMs,
}: Use): number =>
  DURATIONS.base +
  sleptMs +
  dynamodbCalls * DURATIONS.dynamodbCall +
  (s3Writes + s3Reads + s3Deletes) * DURATIONS.s3Call +
  sqsRequests * DURATIONS.sqsCall;

/** Dollars for a million runs of this duration, milliseconds; Lambda charges for at least 1 ms. */
export const lambdaCost = (milliseconds: number, memoryMb: number): number =>
  PRICES.lambdaRequests + milliseconds * 1000 * (memoryMb / 1024) * PRICES.lambdaGbSeconds;

/** Dollars for a million times this use. */
export const storesCost = (use: Use): Pick<RequestCost, 'dynamodb' | 's3' | 'sqs'> => ({
  dynamodb: use.readUnits * PRICES.dynamodbReadUnits + use.writeUnits * PRICES.dynamodbWriteUnits,
  s3: use.s3Writes * PRICES.s3Writes + use.s3Reads * PRICES.s3Reads + use.s3Events * PRICES.s3Events,
  sqs: use.sqsRequests * PRICES.sqsRequests,
});

/** Dollars for a run of a function of one bundled file that no request waits for. */
export const runCost = (use: Use): number =>
  (lambdaCost(durationOf(use), MEMORY.endpoint) + sum(storesCost(use))) / 1e6;

export const sum = (parts: Readonly<Record<string, number>> | readonly number[]): number =>
  Object.values(parts).reduce((total, part) => total + part, 0);

/** The cost of a million requests to an endpoint. */
export function requestCost(
  route: Route,
  { authorizer, function: own }: Omit<EndpointUse, 'route'>,
): RequestCost {
  const parts = {
    gateway: PRICES.gatewayRequests,
    lambda:
      (route.open ? 0 : lambdaCost(durationOf(authorizer), MEMORY.authorizer)) +
      lambdaCost(durationOf(own), route.memory ?? MEMORY.endpoint),
    ...storesCost(addUse([authorizer, 1], [own, 1])),
    logs: (LOG_BYTES / GB) * 1e6 * PRICES.logs,
  };
  return { ...parts, total: sum(parts) };
}
