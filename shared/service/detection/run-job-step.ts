import type { JobMessage } from '../../contract/messages.ts';
import type { Job } from '../../domain/job/job.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { finishMessage } from '../jobs/plan-job.ts';
import { finishJob } from './finish-job.ts';
import { nameSegment } from './name-segment.ts';
import { runSegment } from './run-segment.ts';
import type { WorkerStores } from './worker-stores.ts';

/**
 * The worker that completes a pass over the segments begins the finish at once: a message would wait behind all others
 * in the queue. One is sent only when that fails; if the worker dies, its own message is delivered again.
 */
async function beginFinish(stores: WorkerStores, job: Job): Promise<void> {
  const next = finishMessage(job);
  try {
    await finishJob(stores, next);
  } catch (error) {
    logger.error('the job waits for another worker', { error: error as Error, ...next });
    await stores.queue.send([next]);
  }
}

/** @returns the job when this step has completed a pass over its segments */
async function takeStep(stores: WorkerStores, message: JobMessage): Promise<Job | null> {
  switch (message.kind) {
    case 'segment':
      return runSegment(stores, message);
    case 'name':
      return nameSegment(stores, message);
    case 'finish':
      await finishJob(stores, message);
      return null;
  }
}

/** Does one step of a detection job. A message may come twice, late or reordered; the outcome is the same. */
export async function runJobStep(stores: WorkerStores, message: JobMessage): Promise<void> {
  const complete = await takeStep(stores, message);
  if (complete !== null) await beginFinish(stores, complete);
}
