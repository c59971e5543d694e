import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../domain/job/job.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, isConditionFailure, tableName } from '../dynamodb/client.ts';
import type { UsageKind } from '../quotas/usage.ts';

const kind: UsageKind = 'jobs';

/** The place of a job, by its video: a video has one active job at most. */
export interface Place {
  jobId: string;
  /** Milliseconds since the epoch. */
  takenAt: number;
}

/** Most places that are looked at before a job's: what is further ahead makes no difference to an estimate. */
const MOST_BEFORE = 100;

/**
 * The places that jobs take in their account's quota, by video. Where its end could not give it back, a place stays until
 * it matters.
 */
export interface JobPlaces {
  /** Forgets the place of a deleted video; or with a job, that job's place only, since the next may have begun. */
  release(accountId: string, videoId: string, jobId?: string): Promise<void>;
  /** The videos whose places were taken before this job began; the oldest ones when they are many. */
  before(accountId: string, job: Pick<Job, 'videoId' | 'createdAt'>): Promise<string[]>;
}

export function openJobPlaces(environment: Environment): JobPlaces {
  const table = tableName(environment, 'usage');
  return {
    async release(accountId, videoId, jobId) {
      try {
        await dynamodb().send(
          new UpdateCommand({
            TableName: table,
            Key: { accountId, kind },
            UpdateExpression: 'REMOVE places.#video ADD changes :one',
            ConditionExpression:
              jobId === undefined ? 'attribute_exists(places.#video)' : 'places.#video.jobId = :job',
            ExpressionAttributeNames: { '#video': videoId },
            ExpressionAttributeValues: { ':one': 1, ...(jobId === undefined ? {} : { ':job': jobId }) },
          }),
        );
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },

    async before(accountId, { videoId, createdAt }) {
      const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { accountId, kind } }));
      const places = (Item?.places ?? {}) as Record<string, Place>;
      const began = Date.parse(createdAt);
      return Object.entries(places)
        .filter(([other, { takenAt }]) => other !== videoId && takenAt <= began)
        .sort(([, a], [, b]) => a.takenAt - b.takenAt)
        .slice(0, MOST_BEFORE)
        .map(([other]) => other);
    },
  };
}
