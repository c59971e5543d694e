import type { Excess } from '../../contract/quotas.ts';
import { uuidv7 } from '../../domain/ids.ts';
import type { Video } from '../../domain/video.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Opened } from '../../kernel/runtime/openers.ts';
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

/** Whoever is told that it failed sends the file again and shall not have it twice. */
async function takeBack(
  { videos, usage, versions, environment }: AdmissionStores,
  { accountId, videoId }: Video,
): Promise<void> {
  try {
    // By a tombstone, like any deletion: its bytes may have arrived, and their ingest begun. They are left to the ingest
    // and the sweeper, so that an upload needs no right to delete what is there.
    await versions.putTombstone(videoId, accountId, uuidv7(environment.runtime));
    await usage.deletion(accountId, videoId, () => videos.delete(accountId, videoId));
  } catch (error) {
    // Without a tombstone the video fails as one that never arrived; below one the sweeper removes it.
    logger.error('upload not taken back', { accountId, videoId, error: error as Error });
  }
}

/**
 * Stores a new video, then its bytes: it is there before they are, since an object without an item is taken for a
 * leftover and deleted. When any of this fails, nothing of it stays.
 * @returns null, or the quota that does not admit it: then nothing was stored
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
