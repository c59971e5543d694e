import { allSegmentsDone, isTerminal, type Job } from '../../domain/job/job.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { finishMessage, segmentMessages } from '../jobs/plan-job.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN = 10 * 60_000;

/** Removes what the video's jobs have left behind, those before this one included: it took their slot. */
async function removeLeavings({ jobs, files }: SweeperStores, { videoId }: Job): Promise<void> {
  const found: string[] = [];
  for await (const { key } of files.list(mediaKeys.jobs(videoId))) found.push(key);
  // Looked up after the listing: a job whose files are there and that doesn't hold the slot by now is over.
  const current = await jobs.get(videoId);
  const active = current === null || isTerminal(current.state) ? null : current;
  for (const key of found) {
    if (active !== null && key.startsWith(mediaKeys.job(videoId, active.jobId))) continue;
    await files.delete(key);
  }
}

/**
 * Jobs that show no sign of life: claimed without messages, complete without a finish, or their messages were lost;
 * what is missing is sent again, and does no harm where it was not. Leavings of jobs that are over are removed.
 */
export async function sweepJobs(stores: SweeperStores): Promise<void> {
  const {
    jobs,
    detection,
    environment: { runtime },
  } = stores;
  for await (const job of jobs.due(runtime.now())) {
    if (isTerminal(job.state)) {
      await removeLeavings(stores, job);
      await jobs.postpone(job, null);
      continue;
    }
    await detection.send(allSegmentsDone(job) ? [finishMessage(job)] : segmentMessages(job));
    // Ever more seldom: the messages of a job that only waits in a long queue must not pile up there.
    const age = runtime.now() - Date.parse(job.createdAt);
    await jobs.postpone(job, runtime.now() + Math.max(LOOK_AGAIN, age));
  }
}
