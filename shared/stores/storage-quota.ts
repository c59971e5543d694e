import { type Excess, findExcess, type StorageUse, storageUse } from '../domain/quota.ts';
import type { Video } from '../domain/video.ts';
import type { Environment } from './environment.ts';
import { openUsageCounts } from './usage.ts';
import { openVideos } from './videos.ts';

export interface StorageQuota {
  /**
   * Counts a new video, which must be there already: whoever counts anew sees it, so that never more videos are
   * admitted than the quota has.
   * @returns null, or the quota that does not admit the video: then the caller removes it again
   */
  admit(video: Video): Promise<Excess | null>;
}

/** The sum without one of those it is made of. */
const without = (all: StorageUse, one: StorageUse): StorageUse => ({
  videos: all.videos - one.videos,
  bytes: all.bytes - one.bytes,
  openUploads: all.openUploads - one.openUploads,
});

export function openStorageQuota(environment: Environment): StorageQuota {
  const counts = openUsageCounts(environment, 'storage');
  const videos = openVideos(environment);

  return {
    async admit(video) {
      const { accountId } = video;
      const added = storageUse(video);
      const counted = await counts.add(accountId, {
        update: 'ADD videos :videos, bytes :bytes, openUploads :open, changes :one',
        values: { ':videos': 1, ':bytes': added.bytes, ':open': added.openUploads, ':one': 1 },
        condition: (quotas, value) =>
          [
            `videos < ${value(quotas.videos)}`,
            `bytes <= ${value(quotas.bytes - added.bytes)}`,
            ...(added.openUploads > 0 ? [`openUploads < ${value(quotas.openUploads)}`] : []),
          ].join(' AND '),
      });
      if (counted) return null;
      return counts.replace<Excess>(accountId, async (_, quotas) => {
        const all = await videos.measure(accountId);
        const refusal = findExcess(without(all, added), added, quotas);
        return refusal === null ? { counts: { ...all } } : { refusal };
      });
    },
  };
}
