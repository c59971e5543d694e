import { ApiError } from '../../shared/contract/errors.ts';
import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { jobReport } from '../../shared/domain/job/job-report.ts';
import { promisedJob, promisesJob } from '../../shared/domain/job/promised-job.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { configuredDetector } from '../../shared/service/jobs/configured-model.ts';
import { findVideo, requireAccess } from '../../shared/service/videos/find-video.ts';
import { isTombstone, openVersions } from '../../shared/stores/documents/versions.ts';
import { openJobBacklog } from '../../shared/stores/jobs/job-backlog.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

export const handler = endpoint(
  getProcessingStatus,
  { videos: openVideos, versions: openVersions, jobs: openJobs, backlog: openJobBacklog },
  async ({ principal, params: { id } }, { videos, versions, jobs, backlog, environment }) => {
    requireAccess(principal, id);
    const now = environment.runtime.now();
    const [job, newest] = await Promise.all([jobs.get(id), versions.newest(id)]);
    // A job tells whose its video is, so that only without one the video must be looked for.
    if (job?.accountId !== principal.accountId || isTombstone(newest)) {
      const { video } = await findVideo({ videos, versions }, principal, id);
      if (promisesJob(video)) {
        return { body: jobReport(promisedJob(video, configuredDetector(environment), now), now) };
      }
      throw new ApiError('JOB_NOT_FOUND', 'This video has never been processed.');
    }
    return { body: jobReport(job, now, await backlog.aheadOf(job)) };
  },
);
