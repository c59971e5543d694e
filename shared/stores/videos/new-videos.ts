import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Excess, findExcess, type StorageUse, storageUse } from '../../domain/quota.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { dynamodb, SWEEP, tableName } from '../dynamodb/client.ts';
import {
  CREATION_TIME,
  openVideoCount,
  type PendingVideo,
  type StorageCounts,
} from '../quotas/storage-quota.ts';
import { openTierQuotas } from '../quotas/tier-quotas.ts';
import { openUsageCounts } from '../quotas/usage.ts';
import { ownerKey } from './videos.ts';

export interface NewVideos {
  /**
   * Stores a new video and who owns it, where the quotas of its account admit it. It must be there before its bytes
   * are: an object without an item is taken for a leftover and deleted.
   * @returns null, or the quota that does not admit it: then nothing was stored
   */
  create(video: Video): Promise<Excess | null>;
}

const UPLOAD_DEADLINE = 24 * 60 * 60_000;

export function openNewVideos(environment: Environment): NewVideos {
  const table = tableName(environment, 'videos');
  const counts = openUsageCounts<StorageCounts>(environment, 'storage');
  const count = openVideoCount(environment);
  const tierQuotas = openTierQuotas(environment);
  const { runtime } = environment;

  /** Counts a video that is about to be stored; null where the counts do not admit it, or it is counted already. */
  const countIn = ({ accountId, videoId }: Video, { bytes, openUploads }: StorageUse) => {
    const { condition, values } = tierQuotas.condition((quotas, value) =>
      [
        `videos < ${value(quotas.videos)}`,
        `bytes <= ${value(quotas.bytes - bytes)}`,
        ...(openUploads > 0 ? [`openUploads < ${value(quotas.openUploads)}`] : []),
      ].join(' AND '),
    );
    const pending: PendingVideo = { change: 'creation', since: runtime.now(), bytes, openUploads };
    return counts.change(accountId, {
      update: 'SET pending.#video = :pending ADD videos :one, bytes :bytes, openUploads :open, changes :one',
      condition: `attribute_exists(documents) AND attribute_not_exists(pending.#video) AND ${condition}`,
      names: { '#video': videoId },
      values: { ...values, ':pending': pending, ':bytes': bytes, ':open': openUploads },
    });
  };

  const admit = async (video: Video): Promise<Excess | null> => {
    const { accountId, videoId } = video;
    const added = storageUse(video);
    for (;;) {
      const counted = await countIn(video, added);
      if (counted !== null) {
        const isLeft = (pending: PendingVideo): boolean =>
          pending.change === 'creation' && runtime.now() - pending.since >= CREATION_TIME;
        if (Object.values(counted.pending).some(isLeft)) await count.recount(accountId);
        return null;
      }
      // Nobody is refused by counts that are only upper bounds.
      const current = await count.recount(accountId);
      // An attempt of ours whose reply was lost.
      if (current.pending[videoId] !== undefined) return null;
      const excess = findExcess(current, added, tierQuotas.of(current));
      if (excess !== null) return excess;
    }
  };

  return {
    async create(video) {
      const { accountId, videoId } = video;
      const excess = await admit(video);
      if (excess !== null) return excess;
      await dynamodb().send(
        new PutCommand({ TableName: table, Item: { ...ownerKey(videoId), owner: accountId } }),
      );
      await dynamodb().send(
        new PutCommand({
          TableName: table,
          Item: { ...video, sweep: SWEEP, sweepAt: runtime.now() + UPLOAD_DEADLINE },
        }),
      );
      await count.endCreation(accountId, videoId);
      return null;
    },
  };
}
