import { interceptAttempts, type StoreAttempt } from '../store-calls.ts';
import { discard, lostReply } from './lost-replies.ts';

/** Shares of the attempts, 0–1. */
interface WireFaultRates {
  /** The store executes the request, and the connection breaks before the reply arrives. */
  lostReplies: number;
  /** The store refuses the request because of its rate, and does nothing. */
  throttles: number;
}

/** How often each has happened so far, by client: `DynamoDBClient`, `S3Client`. */
interface WireFaultCounts {
  lost: Record<string, number>;
  throttled: Record<string, number>;
}

/** Error names and status of DynamoDB (two kinds) and S3. */
const THROTTLES: Record<string, readonly [names: readonly string[], httpStatusCode: number]> = {
  DynamoDBClient: [['ProvisionedThroughputExceededException', 'ThrottlingException'], 400],
  S3Client: [['SlowDown'], 503],
};

function throttle(clientName: string, draw: number): Error {
  const [names, httpStatusCode] = THROTTLES[clientName] ?? [[], 503];
  const name = names[Math.floor(draw * names.length)] ?? 'ThrottlingException';
  return Object.assign(new Error('Rate exceeded'), { name, $metadata: { httpStatusCode } });
}

/** Draws from [0, 1) whose every forty meet each twentieth of it, so that short runs have their share of faults (Weyl, 1916). */
function evenly(random: () => number): () => number {
  const goldenRatio = (Math.sqrt(5) - 1) / 2;
  let draw = random();
  return () => {
    draw = (draw + goldenRatio) % 1;
    return draw;
  };
}

/** Reads the SDK's `amz-sdk-request: attempt=2; max=5`. The last attempt is spared. */
function isLastAttempt({ request: { headers } }: StoreAttempt): boolean {
  const [, attempt, max] = /attempt=(\d+); max=(\d+)/.exec(headers['amz-sdk-request'] ?? '') ?? [];
  return attempt === max;
}

/**
 * Injects faults into DynamoDB and S3 that the SDK's retries survive: any attempt but the last may lose its reply or be
 * throttled. Lasts as long as the process.
 */
export function injectWireFaults(
  { lostReplies, throttles }: WireFaultRates,
  random: () => number,
): WireFaultCounts {
  const counts: WireFaultCounts = { lost: {}, throttled: {} };
  const count = (kind: keyof WireFaultCounts, clientName: string): void => {
    counts[kind][clientName] = (counts[kind][clientName] ?? 0) + 1;
  };

  const draws = new Map(Object.keys(THROTTLES).map((client) => [client, evenly(random)]));
  interceptAttempts(async (attempt, proceed) => {
    const draw = draws.get(attempt.client)?.();
    if (draw === undefined || draw >= throttles + lostReplies || isLastAttempt(attempt)) return proceed();
    if (draw < throttles) {
      count('throttled', attempt.client);
      throw throttle(attempt.client, draw / throttles);
    }
    discard(await proceed());
    count('lost', attempt.client);
    throw lostReply();
  });
  return counts;
}
