import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ApiError } from '../../shared/contract/errors.ts';
import { QUEUES } from '../../shared/contract/resources.ts';
import type { Job, JobFailure } from '../../shared/domain/job/job.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';
import { processEnvironment, requireVariable } from '../../shared/kernel/runtime/environment.ts';
import { MediaError } from '../../shared/media/media-error.ts';
import { finishJob } from '../../shared/service/detection/finish-job.ts';
import { nameSegment } from '../../shared/service/detection/name-segment.ts';
import { runSegment } from '../../shared/service/detection/run-segment.ts';
import { mediaFailure } from '../../shared/service/jobs/media-failure.ts';
import { finishMessage } from '../../shared/service/jobs/plan-job.ts';
import { openWorkerStores, type WorkerStores } from '../../shared/service/jobs/worker-stores.ts';
import { type DetectionMessage, sqs } from '../../shared/stores/queues.ts';

/** Attempts after which a segment that throws fails its job. */
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 5;
const { visibilityTimeout, env } = QUEUES.detection;

let stores: WorkerStores | undefined;

/** Keeps a message hidden while it is worked on. */
function heartbeat(record: SQSRecord): Disposable {
  const extend = () => setVisibility(record, visibilityTimeout);
  const timer = setInterval(extend, (visibilityTimeout / 3) * 1000);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function setVisibility(record: SQSRecord, seconds: number): Promise<void> {
  try {
    await sqs().send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: requireVariable(processEnvironment(), env),
        ReceiptHandle: record.receiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
  } catch (error) {
    // A message that becomes visible too early is only worked on twice.
    logger.warn('visibility not changed', { error: error as Error });
  }
}

/** Why the job fails now; null when another attempt may succeed. */
function finalFailure(error: unknown, attempts: number): JobFailure | null {
  // What is wrong with the file, or would be with the document, stays wrong; anything else may pass.
  if (error instanceof MediaError) return mediaFailure(error);
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  if (attempts < MAX_ATTEMPTS) return null;
  return { code: 'DETECTION_FAILED', message: `Detection failed ${attempts} times.` };
}

/**
 * Whoever completes a pass over the segments goes on with the job at once: a message would wait behind all that others
 * have in the queue. It is sent where going on fails; where the worker dies, its own message comes again.
 */
async function goOn(open: WorkerStores, job: Job): Promise<void> {
  const next = finishMessage(job);
  try {
    await finishJob(open, next);
  } catch (error) {
    logger.error('the job waits for another worker', { error: error as Error, ...next });
    await open.queue.send([next]);
  }
}

async function work(open: WorkerStores, message: DetectionMessage): Promise<void> {
  await open.workers.note(message.accountId);
  if (message.kind === 'finish') return finishJob(open, message);
  const complete =
    message.kind === 'segment' ? await runSegment(open, message) : await nameSegment(open, message);
  if (complete !== null) await goOn(open, complete);
}

/** @returns whether the message is dealt with; otherwise it is delivered again. */
async function handle(record: SQSRecord, open: WorkerStores): Promise<boolean> {
  const message = JSON.parse(record.body) as DetectionMessage;
  using _ = heartbeat(record);
  try {
    await work(open, message);
    return true;
  } catch (error) {
    logger.error('detection failed', { error: error as Error, ...message });
    const attempts = Number(record.attributes.ApproximateReceiveCount);
    const failure = finalFailure(error, attempts);
    if (failure === null) {
      await setVisibility(record, RETRY_SECONDS);
      return false;
    }
    await open.jobs.advance(message, 'failed', { failure });
    return true;
  }
}

/** The detection worker. A message may come twice, late or reordered; the outcome is the same. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  stores ??= openWorkerStores(processEnvironment());
  const batchItemFailures = [];
  for (const record of event.Records) {
    if (!(await handle(record, stores))) batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}
