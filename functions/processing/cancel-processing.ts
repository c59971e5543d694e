import { ApiError } from '../../shared/contract/errors.ts';
import { cancelProcessing } from '../../shared/contract/routes/processing.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findVideo } from '../../shared/http/find-video.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { openJobs } from '../../shared/stores/jobs.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(
  cancelProcessing,
  { videos: openVideos, versions: openVersions, jobs: openJobs, idempotency: openIdempotency },
  async ({ principal, params }, { videos, versions, jobs }) => {
    await findVideo({ videos, versions }, principal, params.id);
    const job = await jobs.get(params.id);
    if (job === null || job.state === 'cancelled' || !(await jobs.advance(job, 'cancelled'))) {
      throw new ApiError('JOB_NOT_CANCELLABLE', 'No job of this video can be cancelled now.');
    }
    return { body: { success: true, status: 'cancelled' } };
  },
);
