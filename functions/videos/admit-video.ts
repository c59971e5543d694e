import { uuidv7 } from '../../shared/domain/ids.ts';
import type { Excess } from '../../shared/domain/quota.ts';
import type { Video } from '../../shared/domain/video.ts';
import { logger } from '../../shared/http/logger.ts';
import type { Environment } from '../../shared/stores/environment.ts';
import type { Remains } from '../../shared/stores/remains.ts';
import type { StorageQuota } from '../../shared/stores/storage-quota.ts';
import type { Versions } from '../../shared/stores/versions.ts';
import type { Videos } from '../../shared/stores/videos.ts';

export interface AdmissionStores {
  videos: Videos;
  quota: StorageQuota;
  versions: Versions;
  remains: Remains;
  environment: Environment;
}

/** Whoever is told that it failed sends the file again and shall not have it twice. */
async function takeBack(
  { versions, remains, environment }: AdmissionStores,
  { accountId, videoId }: Video,
): Promise<void> {
  try {
    // By a tombstone, like any deletion: its bytes may have arrived, and their ingest begun.
    await versions.bury(videoId, accountId, uuidv7(environment.runtime));
    await remains.remove(accountId, videoId);
  } catch (error) {
    // The sweeper ends what has begun; without a tombstone the video fails as one that never arrived.
    logger.error('upload not taken back', { accountId, videoId, error: error as Error });
  }
}

/**
 * Stores a new video, then its bytes: it is there before they are, since an object without an item is taken for a
 * leftover and deleted. When any of this fails, nothing of it stays.
 * @returns null, or the quota that does not admit it: then it is gone again
 */
export async function admitVideo(
  stores: AdmissionStores,
  video: Video,
  storeBytes: () => Promise<void> = async () => {},
): Promise<Excess | null> {
  const { videos, quota } = stores;
  try {
    await videos.create(video);
    const excess = await quota.admit(video);
    if (excess === null) await storeBytes();
    else await videos.delete(video.accountId, video.videoId);
    return excess;
  } catch (error) {
    await takeBack(stores, video);
    throw error;
  }
}
