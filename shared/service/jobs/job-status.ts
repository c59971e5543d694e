import { ApiError } from '../../contract/errors.ts';
import { jobReport } from '../../domain/job/job-report.ts';
import { hasPendingJob } from '../../domain/job/pending-job.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { isTombstone, openVersionLists } from '../../stores/documents/versions.ts';
import { openJobBacklog } from '../../stores/jobs/job-backlog.ts';
import { openJobReader } from '../../stores/jobs/jobs.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVideo, requireAccess } from '../videos/find-video.ts';
import { pendingJobOf } from './pending-job.ts';

export const STATUS_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  jobs: openJobReader,
  backlog: openJobBacklog,
};

type JobReport = ReturnType<typeof jobReport>;

/**
 * The report on the latest job of the caller's video, a promised one included; null where there has been none.
 * @throws ApiError as `findVideo`
 */
export async function latestJob(
  stores: Opened<typeof STATUS_STORES>,
  principal: Principal,
  videoId: string,
): Promise<JobReport | null> {
  const { versions, jobs, backlog, environment } = stores;
  requireAccess(principal, videoId);
  const now = environment.runtime.now();
  const [job, newest] = await Promise.all([jobs.get(videoId), versions.newest(videoId)]);
  // A job names the account of its video, so that the video is looked for only where there is no job.
  if (job?.accountId === principal.accountId && !isTombstone(newest)) {
    return jobReport(job, now, await backlog.aheadOf(job));
  }
  const { video } = await findVideo(stores, principal, videoId);
  return hasPendingJob(video) ? jobReport(pendingJobOf(stores, video), now) : null;
}

/**
 * As `latestJob`, for those to whom a video without a job is an error.
 * @throws ApiError `JOB_NOT_FOUND`; as `findVideo`
 */
export async function jobStatus(...call: Parameters<typeof latestJob>): Promise<JobReport> {
  const report = await latestJob(...call);
  if (report === null) throw new ApiError('JOB_NOT_FOUND', 'This video has never been processed.');
  return report;
}
