import type { DetectionMessage } from '../../contract/messages.ts';
import type { Job, JobFailure } from '../../domain/job/job.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { lastingFailure } from '../failure.ts';
import { finishMessage } from '../jobs/plan-job.ts';
import { finishJob } from './finish-job.ts';
import { nameSegment } from './name-segment.ts';
import { runSegment } from './run-segment.ts';
import type { WorkerStores } from './worker-stores.ts';

/** Attempts after which a step that throws fails its job. */
const MAX_ATTEMPTS = 3;

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
async function takeStep(stores: WorkerStores, message: DetectionMessage): Promise<Job | null> {
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

async function attempt(stores: WorkerStores, message: DetectionMessage): Promise<void> {
  await stores.workers.note(message.accountId);
  const complete = await takeStep(stores, message);
  if (complete !== null) await beginFinish(stores, complete);
}

const givenUpAfter = (attempts: number): JobFailure | null =>
  attempts < MAX_ATTEMPTS
    ? null
    : { code: 'DETECTION_FAILED', message: `Detection failed ${attempts} times.` };

/**
 * Does one step of a detection job. A message may come twice, late or reordered; the outcome is the same.
 * @throws what another attempt may not meet; the job fails with anything else, and with the last attempt
 */
export async function runStep(
  stores: WorkerStores,
  message: DetectionMessage,
  attempts: number,
): Promise<void> {
  try {
    await attempt(stores, message);
  } catch (error) {
    const failure = lastingFailure(error) ?? givenUpAfter(attempts);
    if (failure === null) throw error;
    logger.error('detection failed', { error: error as Error, ...message });
    await stores.jobs.advance(message, 'failed', { failure });
  }
}
