import { LIMITS } from '../contract/limits.ts';
import type { RateState } from '../domain/keys/principal.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { dynamodbWithoutRetries, tableName } from './dynamodb/client.ts';
import { condition, update } from './dynamodb/expression.ts';
import { getItem } from './dynamodb/read.ts';
import { updateItem } from './dynamodb/write.ts';
import { storeFactory } from './store-factory.ts';

interface RateLimiter {
  /**
   * Counts a request of a caller in the current fixed window: of an account, or of an identity. A request is counted only while the count is
   * below the limit, so never more than the limit is admitted; a lost reply may cost the caller one.
   */
  count(caller: string, limit: number): Promise<RateState>;
}

interface RateReader {
  /** The figures of a caller in the current window, read consistently; counts nothing. */
  read(caller: string, limit: number): Promise<RateState>;
}

/**
 * Seconds by which servers' clocks may differ. A counter outlives its window by more than that: once it is gone, a
 * server whose clock is still in that window would start to count from zero.
 */
const CLOCK_DIFFERENCE_SECONDS = 3600;

const { rateWindowSeconds } = LIMITS;

/** The item that counts in the current window of a caller, and the Unix time at which that ends. */
function currentWindow({ runtime }: Environment, caller: string) {
  const window = Math.floor(runtime.now() / 1000 / rateWindowSeconds);
  return { key: { counter: `${caller}#${window}` }, resetAt: (window + 1) * rateWindowSeconds };
}

export const openRateLimiter = storeFactory('rateLimiter', (environment: Environment): RateLimiter => {
  const table = tableName(environment, 'limits');

  return {
    async count(caller, limit) {
      const { key, resetAt } = currentWindow(environment, caller);
      const counter = await updateItem(
        table,
        key,
        update`ADD requests ${1} SET expiresAt = ${resetAt + CLOCK_DIFFERENCE_SECONDS}`,
        {
          when: condition`attribute_not_exists(requests) OR requests < ${limit}`,
          client: dynamodbWithoutRetries(),
        },
      );
      const remaining = counter === null ? 0 : limit - Number(counter.requests);
      return { limit, remaining, resetAt, exceeded: counter === null };
    },
  };
});

export const openRateReader = storeFactory('rateReader', (environment: Environment): RateReader => {
  const table = tableName(environment, 'limits');

  return {
    async read(caller, limit) {
      const { key, resetAt } = currentWindow(environment, caller);
      const counted = Number((await getItem(table, key))?.requests ?? 0);
      // The limit may have been higher a moment ago.
      const remaining = Math.max(0, limit - counted);
      return { limit, remaining, resetAt, exceeded: remaining === 0 };
    },
  };
});
