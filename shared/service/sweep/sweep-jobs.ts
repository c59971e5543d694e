import { allSegmentsDone, isTerminal, type Job } from '../../domain/job/job.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { finishMessage, segmentMessages } from '../jobs/plan-job.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

const LOOK_AGAIN_MS = 10 * 60_000;

/** Removes the files of the video's jobs that are over, including earlier ones whose slot this job took. */
async function removeLeftovers({ jobs, files }: SweeperStores, { videoId }: Job): Promise<void> {
  const found: string[] = [];
  for await (const { key } of files.list(mediaKeys.jobs(videoId))) found.push(key);
  // Read after the listing: a job that has files and does not hold the slot now is over.
  const current = await jobs.get(videoId);
  const active = current === null || isTerminal(current.state) ? null : current;
  const kept = active === null ? null : mediaKeys.job(videoId, active.jobId);
  await files.deleteMany(found.filter((key) => kept === null || !key.startsWith(kept)));
}

/**
 * Sends the messages of jobs that have made no progress again: a crash may have left them without messages, or without
 * a finish. A message too many does no harm. Files of jobs that are over are removed.
 */
export async function sweepJobs(stores: SweeperStores, time: RunTime): Promise<Swept> {
  const {
    jobs,
    detection,
    environment: { runtime },
  } = stores;
  return sweepEach(jobs.due(runtime.now()), time, async ({ videoId }) => {
    const job = await jobs.get(videoId);
    if (job === null) return;
    if (isTerminal(job.state)) {
      await removeLeftovers(stores, job);
      await jobs.postpone(job, null);
      return;
    }
    await detection.send(allSegmentsDone(job) ? [finishMessage(job)] : segmentMessages(job));
    // At growing intervals: the messages of a job that only waits in a long queue must not pile up there.
    const age = runtime.now() - Date.parse(job.createdAt);
    await jobs.postpone(job, runtime.now() + Math.max(LOOK_AGAIN_MS, age));
  });
}
