import type { DetectionMessage } from '../../contract/messages.ts';
import type { JobFailure } from '../../domain/job/job.ts';
import { InferenceError } from '../../inference/errors.ts';
import { logger } from '../../kernel/logging/logging.ts';
import { runJobStep } from '../detection/run-job-step.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { lastingFailure } from '../failure.ts';
import { trackUnit } from '../surfaces/track-unit.ts';
import { isDeleted } from '../videos/find-video.ts';
import { failStep } from './fail-step.ts';

/** Attempts after which a step that throws fails its job, or the tracking of its surface. */
const MAX_ATTEMPTS = 3;

const GIVEN_UP: Record<DetectionMessage['kind'], [code: string, work: string]> = {
  segment: ['DETECTION_FAILED', 'Detection'],
  name: ['DETECTION_FAILED', 'Detection'],
  finish: ['DETECTION_FAILED', 'Detection'],
  surface: ['TRACKING_FAILED', 'Tracking'],
};

/** A model that is missing here may be there at the next attempt: on another worker, or after an operator has put it back. */
function givenUpAfter(attempts: number, { kind }: DetectionMessage, error: unknown): JobFailure | null {
  if (attempts < MAX_ATTEMPTS) return null;
  const [code, work] = GIVEN_UP[kind];
  const isMissing = error instanceof InferenceError && error.code === 'MODEL_MISSING';
  return { code, message: isMissing ? error.message : `${work} failed ${attempts} times.` };
}

const takeStep = (stores: WorkerStores, message: DetectionMessage, attempts: number): Promise<void> =>
  message.kind === 'surface' ? trackUnit(stores, message, attempts) : runJobStep(stores, message);

/**
 * Does one step of a detection job, or of the tracking of a surface. A message may come twice, late or reordered; the outcome
 * is the same.
 * @param attempts deliveries of this message, this one included
 * @throws what another attempt may not meet; the job or the tracking fails with anything else, and with the last attempt
 */
export async function runStep(
  stores: WorkerStores,
  message: DetectionMessage,
  attempts: number,
): Promise<void> {
  const step = new AbortController();
  // Beside the step, which neither waits for it nor fails with it.
  void stores.workers.note(message.accountId, step.signal);
  try {
    await takeStep(stores, message, attempts);
  } catch (error) {
    // A deletion takes away what a step reads and writes, which is no failure.
    if (await isDeleted(stores, message.videoId)) return;
    const failure = lastingFailure(error) ?? givenUpAfter(attempts, message, error);
    if (failure === null) throw error;
    logger.error('step failed', { error: error as Error, ...message });
    await failStep(stores, message, failure);
  } finally {
    step.abort();
  }
}
