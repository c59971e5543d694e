import { promised } from '../../domain/job/promised-job.ts';
import { configuredDetector } from '../jobs/configured-model.ts';
import { readFrameIndex } from '../jobs/frame-index.ts';
import { planJob, segmentMessages } from '../jobs/plan-job.ts';
import type { IngestStores } from './ingest-stores.ts';

/** Starts the promised detection job, unless the video has had a job: then it was withdrawn, or has started. */
export async function autoProcess(
  { videos, files, jobs, queue, quota, environment }: IngestStores,
  accountId: string,
  videoId: string,
): Promise<void> {
  const video = await videos.get(accountId, videoId);
  if (video?.status !== 'processed') return;
  const { jobId, options } = promised(video);
  const job = planJob(video, await readFrameIndex(files, videoId), options, {
    jobId,
    now: environment.runtime.now(),
    ...configuredDetector(environment),
  });
  if (!(await jobs.claim(job, { onlyFirst: true }))) return;
  await queue.send(segmentMessages(job));
  // Counts like any other job, but is not refused: it was promised when there was room, and nobody could be told.
  await quota.admit(job);
}
