import { ApiError } from '../../shared/contract/errors.ts';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { startProcessing } from '../../shared/contract/routes/processing.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { type ProcessingOptions, publicStatus } from '../../shared/domain/job.ts';
import { remainingSeconds } from '../../shared/domain/job-progress.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findProcessedVideo } from '../../shared/http/find-video.ts';
import { quotaExceeded } from '../../shared/http/quota-exceeded.ts';
import type { Model } from '../../shared/inference/manifest.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';
import { openJobQuota } from '../../shared/stores/job-quota.ts';
import { openJobs } from '../../shared/stores/jobs.ts';
import { openMediaFiles } from '../../shared/stores/media-files.ts';
import { openDetectionQueue } from '../../shared/stores/queues.ts';
import { openRemains } from '../../shared/stores/remains.ts';
import { openVersions } from '../../shared/stores/versions.ts';
import { openVideos } from '../../shared/stores/videos.ts';
import { beginJob } from './begin-job.ts';
import { readFrameIndex } from './frame-index.ts';
import { configuredModel, planJob } from './plan-job.ts';

/** With CLIP any text is a label; without, only what the detector was trained on. */
function requireUsable({ labels, enableClip }: ProcessingOptions, model: Model, clipModel: string): void {
  if (enableClip) {
    if (clipModel === '') {
      throw new ApiError('INVALID_PARAMETER', 'No CLIP model is installed.', { field: 'enableClip' });
    }
    if (labels.length > 0) return;
    throw new ApiError('MISSING_PARAMETER', 'With enableClip, labels name what objects may be.', {
      field: 'labels',
    });
  }
  const unknown = labels.find((label) => !model.labels.includes(label));
  if (unknown === undefined) return;
  throw new ApiError('INVALID_PARAMETER', `The model ${model.id} does not know the label "${unknown}".`, {
    field: 'labels',
    details: { provided: unknown, labels: model.labels },
  });
}

export const handler = endpoint(
  startProcessing,
  {
    videos: openVideos,
    versions: openVersions,
    jobs: openJobs,
    files: openMediaFiles,
    queue: openDetectionQueue,
    remains: openRemains,
    quota: openJobQuota,
    idempotency: openIdempotency,
  },
  async ({ principal, params, body }, stores) => {
    const { files, quota, environment } = stores;
    const { model, fallback } = configuredModel(environment);
    const clipModel = environment.variables[SETTINGS.clipModel] ?? '';
    requireUsable(body, model, clipModel);
    const { video } = await findProcessedVideo(stores, principal, params.id);

    const { runtime } = environment;
    const index = await readFrameIndex(files, params.id);
    const jobId = uuidv7(runtime);
    const now = runtime.now();
    const job = planJob(video, index, body, {
      jobId,
      now,
      model: model.id,
      fallback,
      ...(body.enableClip && { clipModel }),
    });
    const excess = await quota.admit(job);
    if (excess !== null) throw quotaExceeded(excess);
    if (!(await beginJob(stores, job))) {
      throw new ApiError('JOB_IN_PROGRESS', 'A processing job of this video is in progress.');
    }
    return {
      body: { jobId, status: publicStatus(job.state), estimatedTime: Math.ceil(remainingSeconds(job, now)) },
    };
  },
);
