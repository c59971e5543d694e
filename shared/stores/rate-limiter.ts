import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../contract/limits.ts';
import type { RateState } from '../domain/keys/principal.ts';
import type { Environment } from '../kernel/runtime/environment.ts';
import { dynamodbWithoutRetries, isConditionFailure, tableName } from './dynamodb/client.ts';

export interface RateLimiter {
  /**
   * Counts a request of an account in the current fixed window. A request is counted only while the count is
   * below the limit, so never more than the limit is admitted; a lost reply may cost the caller one.
   */
  count(accountId: string, limit: number): Promise<RateState>;
}

/**
 * Seconds by which servers' clocks may differ. A counter outlives its window by more than that: once it is gone, a
 * server that is still in that window would count anew.
 */
const CLOCK_DIFFERENCE = 3600;

export function openRateLimiter(environment: Environment): RateLimiter {
  const table = tableName(environment, 'limits');
  const { rateWindowSeconds } = LIMITS;

  return {
    async count(accountId, limit) {
      const window = Math.floor(environment.runtime.now() / 1000 / rateWindowSeconds);
      const resetAt = (window + 1) * rateWindowSeconds;
      try {
        const { Attributes } = await dynamodbWithoutRetries().send(
          new UpdateCommand({
            TableName: table,
            Key: { counter: `${accountId}#${window}` },
            UpdateExpression: 'ADD requests :one SET expiresAt = :expiry',
            ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
            ExpressionAttributeValues: {
              ':one': 1,
              ':limit': limit,
              ':expiry': resetAt + CLOCK_DIFFERENCE,
            },
            ReturnValues: 'UPDATED_NEW',
          }),
        );
        return { limit, remaining: limit - Number(Attributes?.requests), resetAt, exceeded: false };
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return { limit, remaining: 0, resetAt, exceeded: true };
      }
    },
  };
}
