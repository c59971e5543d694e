import { LIMITS } from '../contract/limits.ts';
import type { RateState } from '../domain/keys/principal.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { dynamodbWithoutRetries, tableName } from './dynamodb/client.ts';
import { condition, update } from './dynamodb/expression.ts';
import { updateItem } from './dynamodb/write.ts';
import { opener } from './opener.ts';

interface RateLimiter {
  /**
   * Counts a request of a caller in the current fixed window: of an account, or of an identity. A request is counted only while the count is
   * below the limit, so never more than the limit is admitted; a lost reply may cost the caller one.
   */
  count(caller: string, limit: number): Promise<RateState>;
}

/**
 * Seconds by which servers' clocks may differ. A counter outlives its window by more than that: once it is gone, a
 * server whose clock is still in that window would start to count from zero.
 */
const CLOCK_DIFFERENCE_SECONDS = 3600;

export const openRateLimiter = opener('rateLimiter', (environment: Environment): RateLimiter => {
  const table = tableName(environment, 'limits');
  const { rateWindowSeconds } = LIMITS;

  return {
    async count(caller, limit) {
      const window = Math.floor(environment.runtime.now() / 1000 / rateWindowSeconds);
      const resetAt = (window + 1) * rateWindowSeconds;
      const counter = await updateItem(
        table,
        { counter: `${caller}#${window}` },
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
