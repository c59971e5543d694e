import { ApiError } from '../../contract/errors.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { type JobControl, openJobControl } from '../../stores/jobs/jobs.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo, isDeleted, videoNotFound } from '../videos/find-video.ts';
import { withdrawPendingJob } from './pending-job.ts';

export const CANCEL_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  jobs: openJobControl,
};

/**
 * Cancels the job of the caller's video, whether it runs, waits or is only promised.
 * @throws ApiError `JOB_NOT_CANCELLABLE`; as `findVideo`
 */
export async function cancelJob(
  stores: Opened<typeof CANCEL_STORES>,
  principal: Principal,
  videoId: string,
): Promise<void> {
  const { jobs } = stores;
  const { video } = await findVideo(stores, principal, videoId);
  if ((await jobs.get(videoId)) === null && (await withdrawPendingJob(stores, video))) {
    if (await isDeleted(stores, videoId)) throw videoNotFound();
  } else if (!(await cancelActive(jobs, videoId))) {
    throw new ApiError('JOB_NOT_CANCELLABLE', 'No job of this video can be cancelled now.');
  }
}

async function cancelActive(jobs: JobControl, videoId: string): Promise<boolean> {
  const job = await jobs.get(videoId);
  return job !== null && job.state !== 'cancelled' && jobs.advance(job, 'cancelled');
}
