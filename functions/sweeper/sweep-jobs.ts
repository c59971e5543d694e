import { allSegmentsDone, isTerminal } from '../../shared/domain/job.ts';
import { mediaKeys } from '../../shared/stores/media-keys.ts';
import { finishMessage, segmentMessages } from '../processing/plan-job.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN = 10 * 60_000;

/**
 * Jobs that show no sign of life: claimed without messages, complete without a finish, or their messages were lost;
 * what is missing is sent again, and does no harm where it was not. Leavings of jobs that are over are removed.
 */
export async function sweepJobs({
  jobs,
  files,
  detection,
  environment: { runtime },
}: SweeperStores): Promise<void> {
  for await (const job of jobs.due(runtime.now())) {
    if (isTerminal(job.state)) {
      await files.deleteAll(mediaKeys.job(job.videoId, job.jobId));
      await jobs.postpone(job, null);
      continue;
    }
    await jobs.postpone(job, runtime.now() + LOOK_AGAIN);
    await detection.send(allSegmentsDone(job) ? [finishMessage(job)] : segmentMessages(job));
  }
}
