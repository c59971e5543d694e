import type { Environment } from '../kernel/runtime/environment.ts';
import { isTombstone, openVersions } from './documents/versions.ts';
import { openMediaFiles } from './files/media-files.ts';
import { mediaKeys } from './files/media-keys.ts';
import { openJobPlaces } from './jobs/job-places.ts';
import { openJobs } from './jobs/jobs.ts';
import { openPlugins } from './plugins.ts';
import { openVideoCount } from './quotas/video-count.ts';
import { openVideos } from './videos.ts';

/** What lies below the tombstone of a deleted video. */
export interface Remains {
  /** Removes everything of a deleted video but its tombstone. Repeating it does no harm. */
  remove(accountId: string, videoId: string): Promise<void>;
  /**
   * For writers that may have raced a deletion: looks again after their last write and removes what they wrote.
   * @returns whether the video is deleted
   */
  removeIfDeleted(accountId: string, videoId: string): Promise<boolean>;
}

export function openRemains(environment: Environment): Remains {
  const videos = openVideos(environment);
  const count = openVideoCount(environment);
  const versions = openVersions(environment);
  const jobs = openJobs(environment);
  const places = openJobPlaces(environment);
  const plugins = openPlugins(environment);
  const files = openMediaFiles(environment);

  const remove = async (accountId: string, videoId: string): Promise<void> => {
    // While the item still tells of it: an upload that is aborted can't be completed any more.
    const video = await videos.get(accountId, videoId);
    if (video?.status === 'uploading' && video.upload !== undefined) {
      await files.abortUpload(mediaKeys.upload(accountId, videoId), video.upload.uploadId);
    }
    // First what lists and look-ups show; whatever a crash leaves of the rest is found by the sweeper.
    await count.deletion(accountId, videoId, () => videos.delete(accountId, videoId));
    await jobs.delete(videoId);
    await places.release(accountId, videoId);
    await plugins.removeAll(videoId);
    await Promise.all([
      files.delete(mediaKeys.upload(accountId, videoId)),
      files.delete(mediaKeys.thumbnail(videoId)),
      files.deleteAll(mediaKeys.documents(videoId)),
      files.deleteAll(mediaKeys.jobs(videoId)),
      files.deleteAll(mediaKeys.exports(videoId)),
    ]);
    const tombstone = await versions.newest(videoId);
    if (isTombstone(tombstone)) await versions.deleteBelow(tombstone);
  };

  return {
    remove,
    async removeIfDeleted(accountId, videoId) {
      if (!isTombstone(await versions.newest(videoId))) return false;
      await remove(accountId, videoId);
      return true;
    },
  };
}
