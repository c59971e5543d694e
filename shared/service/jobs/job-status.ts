import { ApiError } from '../../contract/errors.ts';
import { jobReport } from '../../domain/job/job-report.ts';
import { promisesJob } from '../../domain/job/promised-job.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/openers.ts';
import { isTombstone, openVersionLists } from '../../stores/documents/versions.ts';
import { openJobBacklog } from '../../stores/jobs/job-backlog.ts';
import { openJobReader } from '../../stores/jobs/jobs.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo, requireAccess } from '../videos/find-video.ts';
import { jobPromisedBy } from './promised-job.ts';

export const STATUS_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  jobs: openJobReader,
  backlog: openJobBacklog,
};

/**
 * The report on the job of the caller's video, a promised one included.
 * @throws ApiError `JOB_NOT_FOUND`; as `findVideo`
 */
export async function jobStatus(
  stores: Opened<typeof STATUS_STORES>,
  principal: Principal,
  videoId: string,
): Promise<ReturnType<typeof jobReport>> {
  const { versions, jobs, backlog, environment } = stores;
  requireAccess(principal, videoId);
  const now = environment.runtime.now();
  const [job, newest] = await Promise.all([jobs.get(videoId), versions.newest(videoId)]);
  // A job names the account of its video, so that the video is looked for only where there is no job.
  if (job?.accountId === principal.accountId && !isTombstone(newest)) {
    return jobReport(job, now, await backlog.aheadOf(job));
  }
  const { video } = await findVideo(stores, principal, videoId);
  if (promisesJob(video)) return jobReport(jobPromisedBy(stores, video), now);
  throw new ApiError('JOB_NOT_FOUND', 'This video has never been processed.');
}
