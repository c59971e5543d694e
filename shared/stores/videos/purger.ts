import type { Environment } from '../../kernel/runtime/environment.ts';
import { openVersions } from '../documents/versions.ts';
import { openMediaFiles } from '../files/media-files.ts';
import { mediaKeys } from '../files/media-keys.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openPlugins } from '../plugins.ts';
import { openJobSlots } from '../quotas/job-quota.ts';
import { openStorageUsage } from '../quotas/storage-quota.ts';
import { openSurfaceSlots } from '../quotas/surface-quota.ts';
import { storeFactory } from '../store-factory.ts';
import { openSurfaces } from '../surfaces.ts';
import { openVideos } from './videos.ts';

/** Removes what deleted videos leave behind. */
interface Purger {
  /** Removes everything of a deleted video except its tombstone. Idempotent. */
  purge(accountId: string, videoId: string): Promise<void>;
}

export const openPurger = storeFactory('purger', (environment: Environment): Purger => {
  const videos = openVideos(environment);
  const usage = openStorageUsage(environment);
  const versions = openVersions(environment);
  const jobs = openJobs(environment);
  const slots = openJobSlots(environment);
  const surfaces = openSurfaces(environment);
  const surfaceSlots = openSurfaceSlots(environment);
  const plugins = openPlugins(environment);
  const files = openMediaFiles(environment);

  const purge = async (accountId: string, videoId: string): Promise<void> => {
    // Before the item goes, which knows the upload: once aborted, the upload can't be completed any more.
    const video = await videos.get(accountId, videoId);
    if (video?.status === 'uploading' && video.upload !== undefined) {
      await files.abortUpload(mediaKeys.upload(accountId, videoId), video.upload.uploadId);
    }
    // What lists and look-ups show goes first; the sweeper finds the rest if this process crashes.
    await usage.deletion(accountId, videoId, () => videos.delete(accountId, videoId));
    await jobs.delete(videoId);
    await slots.release(accountId, videoId);
    for (const tracking of await surfaces.ofVideo(videoId)) {
      await surfaces.delete(tracking);
      await surfaceSlots.release(tracking);
    }
    await plugins.removeAll(videoId);
    await Promise.all([
      files.deleteMany([mediaKeys.upload(accountId, videoId), mediaKeys.thumbnail(videoId)]),
      files.deleteAll(mediaKeys.documents(videoId)),
      files.deleteAll(mediaKeys.jobs(videoId)),
      files.deleteAll(mediaKeys.surfaces(videoId)),
      files.deleteAll(mediaKeys.exports(videoId)),
    ]);
    await versions.deleteBelowTombstone(videoId);
  };

  return { purge };
});
