/**
 * Runs the functions that are fed from queues or by a schedule, in a process of its own: what they decode and
 * compute neither delays nor endangers the API. Ends when its parent does.
 */
import { SQSClient } from '@aws-sdk/client-sqs';
import { QUEUES } from '../../shared/contract/resources.ts';
import { type EventSource, pollQueue } from '../events/event-source.ts';
import { loadFunction } from '../functions/function-modules.ts';
import type { DeadLetterUrls } from '../stores/create-resources.ts';

const SWEEP_INTERVAL = 5 * 60_000;

const report = (error: unknown): void => console.error(error);

/** A detection segment uses all cores; a file that is looked at waits for most of its time. */
const AT_A_TIME = { ingest: 2, detection: 1 };

function consume(sqs: SQSClient, queueUrl: string, key: string, maxConcurrency = 1): EventSource {
  return pollQueue({
    sqs,
    queueUrl,
    batchSize: 1,
    maxConcurrency,
    invoke: async (event) => (await loadFunction(key))(event) as Promise<undefined>,
    onError: report,
  });
}

function sweepRegularly(): () => void {
  const sweep = () => {
    loadFunction('sweeper/sweeper')
      .then((handler) => handler({}))
      .catch(report);
  };
  const timer = setInterval(sweep, SWEEP_INTERVAL);
  sweep();
  return () => clearInterval(timer);
}

const deadLetters = JSON.parse(process.env.DEAD_LETTER_URLS ?? '{}') as DeadLetterUrls;
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
const sources = [
  consume(sqs, process.env[QUEUES.ingest.env] ?? '', 'ingest/ingest', AT_A_TIME.ingest),
  consume(sqs, process.env[QUEUES.detection.env] ?? '', 'detector/detector', AT_A_TIME.detection),
  consume(sqs, deadLetters.ingest, 'ingest/dead-letters'),
  consume(sqs, deadLetters.detection, 'detector/dead-letters'),
];
const stopSweeping = sweepRegularly();

process.on('message', async (message) => {
  if (message !== 'stop') return;
  stopSweeping();
  await Promise.all(sources.map((source) => source.stop()));
  process.exit(0);
});
// Not by exit(), which would wait for threads that are in the middle of an inference.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
