import type { Job, JobFailure } from '../../domain/job/job.ts';
import type { ClaimOptions, JobClaims } from '../../stores/jobs/jobs.ts';
import type { DetectionQueue } from '../../stores/queues/detection-queue.ts';
import { segmentMessages } from './plan-job.ts';

/** The failure of a job that could not be started. */
export const NOT_STARTED: JobFailure = { code: 'NOT_STARTED', message: 'The job could not be started.' };

/**
 * Takes the video's job slot and sends the job's messages: the only way in which a job starts. When it throws, the job
 * may have been started or not; it can be called again with the same job. A caller that nothing repeats, like an
 * endpoint, takes the job back instead (`startJob`). Where both fail, the sweeper sends the messages.
 * @returns false while another job is active, or where an option does not hold
 */
export async function beginJob(
  { jobs, queue }: { jobs: JobClaims; queue: DetectionQueue },
  job: Job,
  options?: ClaimOptions,
): Promise<boolean> {
  if (!(await jobs.claim(job, options))) return false;
  await queue.send(segmentMessages(job));
  return true;
}
