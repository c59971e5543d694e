import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, isConditionFailure, tableName } from './dynamodb.ts';
import type { Environment } from './environment.ts';
import type { UsageKind } from './usage.ts';

const kind: UsageKind = 'jobs';

/** The places that jobs take in their account's quota, by video. Those of jobs that ended stay until they matter. */
export interface JobPlaces {
  /** Forgets the place of a deleted video. */
  release(accountId: string, videoId: string): Promise<void>;
}

export function openJobPlaces(environment: Environment): JobPlaces {
  const table = tableName(environment, 'usage');
  return {
    async release(accountId, videoId) {
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { accountId, kind },
            UpdateExpression: 'REMOVE places.#video ADD changes :one',
            ConditionExpression: 'attribute_exists(places.#video)',
            ExpressionAttributeNames: { '#video': videoId },
            ExpressionAttributeValues: { ':one': 1 },
          }),
        );
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },
  };
}
