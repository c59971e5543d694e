import type { Excess } from '../../contract/quotas.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { sweepEntry } from '../dynamodb/sweep.ts';
import { putItem } from '../dynamodb/write.ts';
import { openStorageQuota, openStorageUsage } from '../quotas/storage-quota.ts';
import { storeFactory } from '../store-factory.ts';
import { ownerKey } from './videos.ts';

export interface NewVideos {
  /**
   * Stores a new video and who owns it, if the quotas of its account admit it. The item must be there before the bytes: an
   * object without an item counts as left over and is deleted.
   * @returns null, or the quota that does not admit it: then nothing was stored
   */
  create(video: Video): Promise<Excess | null>;
}

const UPLOAD_DEADLINE_MS = 24 * 60 * 60_000;

export const openNewVideos = storeFactory('newVideos', (environment: Environment): NewVideos => {
  const table = tableName(environment, 'videos');
  const quota = openStorageQuota(environment);
  const usage = openStorageUsage(environment);

  return {
    async create(video) {
      const { accountId, videoId } = video;
      const excess = await quota.admitVideo(video);
      if (excess !== null) return excess;
      const sweepAt = environment.runtime.now() + UPLOAD_DEADLINE_MS;
      await putItem(table, { ...ownerKey(videoId), owner: accountId });
      await putItem(table, { ...video, ...sweepEntry(videoId, sweepAt) });
      await usage.endCreation(accountId, videoId);
      return null;
    },
  };
});
