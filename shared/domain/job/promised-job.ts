import { processingOptions } from '../../contract/schemas/job.ts';
import type { Video } from '../video.ts';
import type { Job } from './job.ts';
import { NO_PLAN, newJob } from './new-job.ts';

/** Whether an upload with `autoProcess` still promises a job; to be asked about a video that has never had one. */
export const promisesJob = ({ autoProcess, status }: Pick<Video, 'autoProcess' | 'status'>): boolean =>
  autoProcess && status !== 'failed';

/**
 * What is known of a promised job from the beginning. It has its video's id, so that whoever starts it, withdraws it or
 * gives it up means the same one: the first of them takes the video's job slot.
 */
export const promised = ({ videoId }: Pick<Video, 'videoId'>) => ({
  jobId: videoId,
  options: processingOptions.parse({}),
});

/** A promised job before its video has been looked at. */
export const promisedJob = (video: Video, detector: Pick<Job, 'model' | 'fallback'>, now: number): Job =>
  newJob(video, { ...promised(video), ...detector, now }, NO_PLAN);
