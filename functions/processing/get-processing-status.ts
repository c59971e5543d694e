import { ApiError } from '../../shared/contract/errors.ts';
import { getProcessingStatus } from '../../shared/contract/routes/processing.ts';
import { jobReport } from '../../shared/domain/job.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo } from '../../shared/http/find-video.ts';
import { openJobs } from '../../shared/stores/jobs.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  getProcessingStatus,
  { videos: openVideos, versions: openVersions, jobs: openJobs },
  async ({ principal, params }, { videos, versions, jobs, environment }) => {
    await findVideo({ videos, versions }, principal, params.id);
    const job = await jobs.get(params.id);
    if (job === null) throw new ApiError('JOB_NOT_FOUND', 'This video has never been processed.');
    return { body: jobReport(job, environment.runtime.now()) };
  },
);
