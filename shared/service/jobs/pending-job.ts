import type { Job } from '../../domain/job/job.ts';
import { hasPendingJob, pending, pendingJob } from '../../domain/job/pending-job.ts';
import type { Video } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import type { MediaFiles } from '../../stores/files/media-files.ts';
import type { JobClaims } from '../../stores/jobs/jobs.ts';
import type { DetectionQueue } from '../../stores/queues/detection-queue.ts';
import type { JobQuota } from '../../stores/quotas/job-quota.ts';
import type { VideoReader } from '../../stores/videos/videos.ts';
import { beginJob, NOT_STARTED } from './begin-job.ts';
import { configuredDetector } from './configured-model.ts';
import { planJob, readFrameIndex } from './plan-job.ts';

interface SlotStores {
  jobs: JobClaims;
  environment: Environment;
}

/**
 * The job that an upload with `autoProcess` promises, as long as nothing of it is stored: starting, withdrawing and
 * failing it each take the video's job slot if it has never been taken, so the first of them decides.
 */
export const pendingJobOf = ({ environment }: Pick<SlotStores, 'environment'>, video: Video): Job =>
  pendingJob(video, configuredDetector(environment), environment.runtime.now());

/** Starts the pending job of a processed video, unless the video has had a job. The ingest repeats it on failure. */
export async function startPendingJob(
  stores: SlotStores & { videos: VideoReader; files: MediaFiles; queue: DetectionQueue; quota: JobQuota },
  accountId: string,
  videoId: string,
): Promise<void> {
  const { videos, files, quota, environment } = stores;
  const video = await videos.get(accountId, videoId);
  if (video?.status !== 'processed') return;
  const { jobId, options } = pending(video);
  const job = planJob(video, await readFrameIndex(files, videoId), options, {
    jobId,
    now: environment.runtime.now(),
    ...configuredDetector(environment),
  });
  if (!(await beginJob(stores, job, { onlyFirst: true }))) return;
  // It counts like any other job, but is not refused: it was promised when there was room.
  await quota.admit(job);
}

/**
 * Withdraws a pending job: it is cancelled before it has started.
 * @returns false when there is a job already, or none was promised
 */
export async function withdrawPendingJob(stores: SlotStores, video: Video): Promise<boolean> {
  if (!hasPendingJob(video)) return false;
  return stores.jobs.claim({ ...pendingJobOf(stores, video), state: 'cancelled' }, { onlyFirst: true });
}

/** Fails a pending job that cannot be started. */
export async function failPendingJob(stores: SlotStores, video: Video): Promise<void> {
  const job = pendingJobOf(stores, video);
  await stores.jobs.claim({ ...job, state: 'failed', failure: NOT_STARTED }, { onlyFirst: true });
}
