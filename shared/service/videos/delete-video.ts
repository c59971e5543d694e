import { uuidv7 } from '../../domain/ids.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionWriter } from '../../stores/documents/versions.ts';
import { openPurger } from '../../stores/videos/purger.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { requireNewest } from '../editing/version-conflict.ts';
import { findVideo, isDeleted, requireAccess, videoNotFound } from './find-video.ts';

export const DELETION_STORES = { videos: openVideoReader, versions: openVersionWriter, purger: openPurger };

/**
 * Deletes the caller's video: from the tombstone on it is gone.
 * @param base the version that the caller takes for the newest; null where the request names none
 * @throws ApiError as `findVideo` and `requireNewest`
 */
export async function deleteVideo(
  stores: Opened<typeof DELETION_STORES>,
  principal: Principal,
  videoId: string,
  base: number | null,
): Promise<void> {
  const { versions, purger, environment } = stores;
  const { accountId } = principal;
  requireAccess(principal, videoId);
  // A deletion that was interrupted after its tombstone continues, though the video is gone already.
  if (await isDeleted(stores, videoId)) {
    await purger.purge(accountId, videoId);
    throw videoNotFound();
  }
  await findVideo(stores, principal, videoId);
  const buried = await versions.putTombstone(videoId, accountId, uuidv7(environment.runtime), (newest) =>
    requireNewest(base, newest),
  );
  if (!buried) throw videoNotFound();
  await purger.purge(accountId, videoId);
}
