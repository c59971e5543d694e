import type { Job } from '../../domain/job/job.ts';
import { logger } from '../../kernel/logging/logging.ts';
import type { Jobs } from '../../stores/jobs/jobs.ts';
import type { DetectionQueue } from '../../stores/queues.ts';
import type { Purger } from '../../stores/videos/purger.ts';
import { videoNotFound } from '../videos/find-video.ts';
import { NOT_STARTED } from './not-started.ts';
import { segmentMessages } from './plan-job.ts';

/**
 * Takes the video's job slot and sends the job's messages. When either fails, the slot is free again: whoever is told
 * so starts another job.
 * @returns false while another job is active
 * @throws ApiError `VIDEO_NOT_FOUND` when the video was deleted meanwhile; whatever the stores throw
 */
export async function beginJob(
  { jobs, queue, purger }: { jobs: Jobs; queue: DetectionQueue; purger: Purger },
  job: Job,
): Promise<boolean> {
  const { accountId, videoId, jobId } = job;
  try {
    if (!(await jobs.claim(job))) return false;
    await queue.send(segmentMessages(job));
    if (await purger.purgeIfDeleted(accountId, videoId)) throw videoNotFound();
    return true;
  } catch (error) {
    // Where this fails, too, the sweeper sends the messages.
    await jobs.advance(job, 'failed', { failure: NOT_STARTED }).catch((cause: unknown) => {
      logger.error('job not taken back', { accountId, videoId, jobId, error: cause as Error });
    });
    throw error;
  }
}
