import { ApiError } from '../../shared/contract/errors.ts';
import { cancelProcessing } from '../../shared/contract/routes/processing.ts';
import { promisedJob, promisesJob } from '../../shared/domain/job/promised-job.ts';
import type { Video } from '../../shared/domain/video.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Environment } from '../../shared/kernel/runtime/environment.ts';
import { configuredDetector } from '../../shared/service/jobs/configured-model.ts';
import { findVideo, videoNotFound } from '../../shared/service/videos/find-video.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { type Jobs, openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

/**
 * Withdraws a promised job: as a cancelled one it takes the slot that the ingest would take for it.
 * @returns false when there is a job already, or none was promised
 */
async function withdraw(jobs: Jobs, environment: Environment, video: Video): Promise<boolean> {
  if (!promisesJob(video)) return false;
  const job = promisedJob(video, configuredDetector(environment), environment.runtime.now());
  return jobs.claim({ ...job, state: 'cancelled' }, { onlyFirst: true });
}

async function cancelActive(jobs: Jobs, videoId: string): Promise<boolean> {
  const job = await jobs.get(videoId);
  return job !== null && job.state !== 'cancelled' && jobs.advance(job, 'cancelled');
}

export const handler = endpoint(
  cancelProcessing,
  {
    videos: openVideos,
    versions: openVersions,
    jobs: openJobs,
    purger: openPurger,
    idempotency: openIdempotency,
  },
  async ({ principal, params: { id } }, { videos, versions, jobs, purger, environment }) => {
    const { video } = await findVideo({ videos, versions }, principal, id);
    if ((await jobs.get(id)) === null && (await withdraw(jobs, environment, video))) {
      if (await purger.purgeIfDeleted(principal.accountId, id)) throw videoNotFound();
    } else if (!(await cancelActive(jobs, id))) {
      throw new ApiError('JOB_NOT_CANCELLABLE', 'No job of this video can be cancelled now.');
    }
    return { body: { success: true, status: 'cancelled' } };
  },
);
