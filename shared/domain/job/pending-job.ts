import { processingOptions } from '../../contract/schemas/job.ts';
import type { Video } from '../video.ts';
import type { Job } from './job.ts';
import { NO_PLAN, newJob } from './new-job.ts';

/** Whether an upload with `autoProcess` still has a pending job; only for a video that has never had a job. */
export const hasPendingJob = ({ autoProcess, status }: Pick<Video, 'autoProcess' | 'status'>): boolean =>
  autoProcess && status !== 'failed';

/**
 * What a pending job has from the start. Its id is that of its video, so that starting, cancelling and giving it up
 * all address the same job: the first of them takes the video's job slot.
 */
export const pending = ({ videoId }: Pick<Video, 'videoId'>) => ({
  jobId: videoId,
  options: processingOptions.parse({}),
});

/** A pending job before its video has been analysed. */
export const pendingJob = (video: Video, detector: Pick<Job, 'model' | 'fallback'>, now: number): Job =>
  newJob(video, { ...pending(video), ...detector, now }, NO_PLAN);
