import type { Excess } from '../../shared/domain/quota.ts';
import type { Video } from '../../shared/domain/video.ts';
import type { StorageQuota } from '../../shared/stores/storage-quota.ts';
import type { Videos } from '../../shared/stores/videos.ts';

/**
 * Stores a new video. It is there before its bytes are: an object without an item is taken for a leftover and deleted.
 * @returns null, or the quota that does not admit it: then it is gone again
 */
export async function admitVideo(
  { videos, quota }: { videos: Videos; quota: StorageQuota },
  video: Video,
): Promise<Excess | null> {
  await videos.create(video);
  const excess = await quota.admit(video);
  if (excess !== null) await videos.delete(video.accountId, video.videoId);
  return excess;
}
