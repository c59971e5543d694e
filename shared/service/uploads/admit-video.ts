import type { Excess } from '../../contract/quotas.ts';
import { uuidv7 } from '../../domain/ids.ts';
import type { Video } from '../../domain/video.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionWriter } from '../../stores/documents/versions.ts';
import { openStorageUsage } from '../../stores/quotas/storage-quota.ts';
import { openNewVideos } from '../../stores/videos/new-videos.ts';
import { openVideoRemover } from '../../stores/videos/videos.ts';

/** The stores of an endpoint that admits new videos. */
export const ADMISSION_STORES = {
  newVideos: openNewVideos,
  videos: openVideoRemover,
  usage: openStorageUsage,
  versions: openVersionWriter,
};

export type AdmissionStores = Opened<typeof ADMISSION_STORES>;

/** The client retries a failed upload; remove the first attempt so that it is not stored twice. */
async function takeBack(
  { videos, usage, versions, environment }: AdmissionStores,
  { accountId, videoId }: Video,
): Promise<void> {
  try {
    // By a tombstone, like any deletion: the bytes may have arrived, and their ingest may have begun. The ingest and the
    // sweeper remove them, so that an upload needs no permission to delete objects.
    await versions.putTombstone(videoId, accountId, uuidv7(environment.runtime));
    await usage.deletion(accountId, videoId, () => videos.delete(accountId, videoId));
  } catch (error) {
    // Without a tombstone the video fails as one that never arrived; below one the sweeper removes it.
    logger.error('upload not taken back', { accountId, videoId, error: error as Error });
  }
}

/**
 * Stores a new video, then its bytes, in this order: an object without an item is deleted as a leftover. When either
 * fails, neither stays.
 * @returns null, or the quota that refuses the video: then nothing was stored
 */
export async function admitVideo(
  stores: AdmissionStores,
  video: Video,
  storeBytes: () => Promise<void> = async () => {},
): Promise<Excess | null> {
  try {
    const excess = await stores.newVideos.create(video);
    if (excess === null) await storeBytes();
    return excess;
  } catch (error) {
    await takeBack(stores, video);
    throw error;
  }
}
