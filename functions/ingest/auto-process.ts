import { processingOptions } from '../../shared/contract/schemas/job.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { readFrameIndex } from '../processing/frame-index.ts';
import { configuredModel, planJob, segmentMessages } from '../processing/plan-job.ts';
import type { IngestStores } from './ingest.ts';

/** Starts detection with its defaults, unless the video has ever had a job. */
export async function autoProcess(
  { videos, files, jobs, queue, quota, environment }: IngestStores,
  accountId: string,
  videoId: string,
): Promise<void> {
  const video = await videos.get(accountId, videoId);
  if (video?.status !== 'processed') return;
  const { model, fallback } = configuredModel(environment);
  const job = planJob(video, await readFrameIndex(files, videoId), processingOptions.parse({}), {
    jobId: uuidv7(environment.runtime),
    now: environment.runtime.now(),
    model: model.id,
    fallback,
  });
  if (!(await jobs.claim(job, { onlyFirst: true }))) return;
  await queue.send(segmentMessages(job));
  // Counts like any other job, but is not refused: it was promised when there was room, and nobody could be told.
  await quota.admit(job);
}
