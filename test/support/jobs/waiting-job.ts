import type { Job } from '../../../shared/domain/job/job.ts';
import { detectionJob } from './detection-job.ts';

/** A job that waits for its first message: three segments of ten frames each. */
export const waitingJob = (who: Pick<Job, 'accountId' | 'videoId' | 'jobId'>): Job =>
  detectionJob({
    ...who,
    state: 'queued',
    model: 'moving-object',
    fallback: true,
    startedAt: 0,
    totalFrames: 30,
    sampledFrames: 30,
    boundaries: [0, 10, 20, 30],
    segmentSeconds: [1, 1, 1],
  });
