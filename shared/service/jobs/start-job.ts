import { ApiError } from '../../contract/errors.ts';
import { quotaExceeded } from '../../contract/quotas.ts';
import { SETTINGS } from '../../contract/resources.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import { uuidv7 } from '../../domain/ids.ts';
import type { Job, ProcessingOptions } from '../../domain/job/job.ts';
import { hasPendingJob } from '../../domain/job/pending-job.ts';
import { remainingSeconds } from '../../domain/job/progress.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openVersionLists } from '../../stores/documents/versions.ts';
import { openMediaFiles } from '../../stores/files/media-files.ts';
import { openJobBacklog } from '../../stores/jobs/job-backlog.ts';
import { openJobControl } from '../../stores/jobs/jobs.ts';
import { openDetectionQueue } from '../../stores/queues/detection-queue.ts';
import { openJobQuota } from '../../stores/quotas/job-quota.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { requireNewest } from '../editing/version-conflict.ts';
import { findVideo, isDeleted, requireProcessed, videoNotFound } from '../videos/find-video.ts';
import { beginJob, NOT_STARTED } from './begin-job.ts';
import { configuredModel } from './configured-model.ts';
import { planJob, readFrameIndex } from './plan-job.ts';
import { requireUsable } from './require-usable.ts';

export const START_STORES = {
  videos: openVideoReader,
  versions: openVersionLists,
  jobs: openJobControl,
  files: openMediaFiles,
  queue: openDetectionQueue,
  quota: openJobQuota,
  backlog: openJobBacklog,
};

type StartStores = Opened<typeof START_STORES>;

const jobInProgress = (): ApiError =>
  new ApiError('JOB_IN_PROGRESS', 'A processing job of this video is in progress.');

interface StartRequest {
  videoId: string;
  options: ProcessingOptions;
  /** The version that the caller takes for the newest; null where the request names none. */
  base: number | null;
}

/**
 * Starts a detection job of the caller's video.
 * @returns the job, and the seconds that it is expected to take, its wait included
 * @throws ApiError `JOB_IN_PROGRESS`, `QUOTA_EXCEEDED`; as `requireUsable`, `findVideo`, `requireProcessed`,
 *   `requireNewest` and `requireSupportedSchema`
 */
export async function startJob(
  stores: StartStores,
  principal: Principal,
  { videoId, options, base }: StartRequest,
): Promise<{ job: Job; seconds: number }> {
  const { jobs, quota, backlog, environment } = stores;
  const configured = configuredModel(environment);
  const clipModel = environment.variables[SETTINGS.clipModel] ?? '';
  requireUsable(options, configured, clipModel);
  const found = await findVideo(stores, principal, videoId);
  if (hasPendingJob(found.video) && (await jobs.get(videoId)) === null) throw jobInProgress();
  const { video, newest } = requireProcessed(found);
  requireNewest(base, newest);
  requireSupportedSchema(newest.schemaVersion);

  const now = environment.runtime.now();
  const job = planJob(video, await readFrameIndex(stores.files, videoId), options, {
    jobId: uuidv7(environment.runtime),
    now,
    model: configured.model.id,
    fallback: configured.fallback,
    ...(options.enableClip && { clipModel }),
  });
  const before = await backlog.aheadOf(job);
  const excess = await quota.admit(job);
  if (excess !== null) throw quotaExceeded(excess);
  if (!(await beginOrTakeBack(stores, job))) throw jobInProgress();
  return { job, seconds: remainingSeconds(job, now, before) };
}

/**
 * Begins a job. When that fails, the slot is free again: the client gets the error and can start another job.
 * @returns false while another job is active
 * @throws ApiError `VIDEO_NOT_FOUND` when the video was deleted meanwhile
 */
async function beginOrTakeBack(stores: StartStores, job: Job): Promise<boolean> {
  const { jobs } = stores;
  const { accountId, videoId, jobId } = job;
  try {
    if (!(await beginJob(stores, job))) return false;
    if (await isDeleted(stores, videoId)) throw videoNotFound();
    return true;
  } catch (error) {
    await jobs.advance(job, 'failed', { failure: NOT_STARTED }).catch((cause: unknown) => {
      logger.error('job not taken back', { accountId, videoId, jobId, error: cause as Error });
    });
    throw error;
  }
}
