import { ApiError } from '../../shared/contract/errors.ts';
import { quotaExceeded } from '../../shared/contract/quotas.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { startProcessing } from '../../shared/contract/routes/processing.ts';
import { requireSupportedSchema } from '../../shared/domain/document/schema-version.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { publicStatus } from '../../shared/domain/job/job.ts';
import { remainingSeconds } from '../../shared/domain/job/progress.ts';
import { promisesJob } from '../../shared/domain/job/promised-job.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { beginJob } from '../../shared/service/jobs/begin-job.ts';
import { configuredModel } from '../../shared/service/jobs/configured-model.ts';
import { readFrameIndex } from '../../shared/service/jobs/frame-index.ts';
import { planJob } from '../../shared/service/jobs/plan-job.ts';
import { requireUsable } from '../../shared/service/jobs/require-usable.ts';
import { findVideo, requireProcessed } from '../../shared/service/videos/find-video.ts';
import { openVersions } from '../../shared/stores/documents/versions.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { openJobBacklog } from '../../shared/stores/jobs/job-backlog.ts';
import { openJobs } from '../../shared/stores/jobs/jobs.ts';
import { openDetectionQueue } from '../../shared/stores/queues.ts';
import { openJobQuota } from '../../shared/stores/quotas/job-quota.ts';
import { openPurger } from '../../shared/stores/videos/purger.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';

const jobInProgress = (): ApiError =>
  new ApiError('JOB_IN_PROGRESS', 'A processing job of this video is in progress.');

export const handler = endpoint(
  startProcessing,
  {
    videos: openVideos,
    versions: openVersions,
    jobs: openJobs,
    files: openMediaFiles,
    queue: openDetectionQueue,
    purger: openPurger,
    quota: openJobQuota,
    backlog: openJobBacklog,
    idempotency: openIdempotency,
  },
  async ({ principal, params, body }, stores) => {
    const { files, quota, backlog, environment } = stores;
    const configured = configuredModel(environment);
    const clipModel = environment.variables[SETTINGS.clipModel] ?? '';
    requireUsable(body, configured, clipModel);
    const found = await findVideo(stores, principal, params.id);
    if (promisesJob(found.video) && (await stores.jobs.get(params.id)) === null) throw jobInProgress();
    const { video, newest } = requireProcessed(found);
    requireSupportedSchema(newest.schemaVersion);

    const { runtime } = environment;
    const index = await readFrameIndex(files, params.id);
    const jobId = uuidv7(runtime);
    const now = runtime.now();
    const job = planJob(video, index, body, {
      jobId,
      now,
      model: configured.model.id,
      fallback: configured.fallback,
      ...(body.enableClip && { clipModel }),
    });
    const before = await backlog.aheadOf(job);
    const excess = await quota.admit(job);
    if (excess !== null) throw quotaExceeded(excess);
    if (!(await beginJob(stores, job))) throw jobInProgress();
    return {
      body: {
        jobId,
        status: publicStatus(job.state),
        estimatedTime: Math.ceil(remainingSeconds(job, now, before)),
      },
    };
  },
);
