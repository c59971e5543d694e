/**
 * Runs the functions fed by queues, streams of tables or a schedule in a process of its own, so that decoding and inference neither
 * delay nor endanger the API. Ends when its parent does.
 */

import path from 'node:path';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { QUEUE_CONSUMERS, QUEUE_FEED, type QueueConsumer } from '../../shared/contract/messages.ts';
import { QUEUES, TABLES, type TableName } from '../../shared/contract/resources.ts';
import { STREAM_CONSUMERS } from '../../shared/contract/stream-consumers.ts';
import { createSqs } from '../../shared/stores/queues/sqs.ts';
import { type EventSource, pollQueue } from '../events/event-source.ts';
import { positionFile } from '../events/stream-position.ts';
import { feedFromStream } from '../events/table-stream.ts';
import { loadFunction } from '../functions/function-modules.ts';
import { connectBySockets } from '../stores/connections.ts';
import type { DeadLetterUrls } from '../stores/create-resources.ts';
import { describeError } from './reported-error.ts';

const SWEEP_INTERVAL_MS = 5 * 60_000;

/** The service reports it as its own. */
function report(error: unknown): void {
  process.send?.(describeError(error), () => {});
}

/** A detection segment uses all cores; ingest mostly waits; a webhook's receiver may let others wait for ten seconds. */
const AT_A_TIME = { ingest: 2, detection: 1, webhooks: 50 };

function consume(sqs: SQSClient, { key, queue, deadLetters }: QueueConsumer): EventSource {
  return pollQueue({
    sqs,
    queueUrl: deadLetters ? deadLetterUrls[queue] : (process.env[QUEUES[queue].env] ?? ''),
    batchSize: QUEUE_FEED.batchSize,
    maxConcurrency: deadLetters ? 1 : AT_A_TIME[queue],
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
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS);
  sweep();
  return () => clearInterval(timer);
}

connectBySockets(process.env);
const deadLetterUrls = JSON.parse(process.env.DEAD_LETTER_URLS ?? '{}') as DeadLetterUrls;
const sqs = createSqs();
const sources = QUEUE_CONSUMERS.map((definition) => consume(sqs, definition));
const stopSweeping = sweepRegularly();
const positions = process.env.STREAM_POSITIONS ?? '';
const feeds = STREAM_CONSUMERS.flatMap(({ key, streams, eventNames }) =>
  streams.map((table) => ({
    table,
    feed: feedFromStream(process.env[TABLES[table].env] ?? '', {
      position: positionFile(path.join(positions, `${path.basename(key)}-${table}.json`)),
      eventNames,
      invoke: async (event) => (await loadFunction(key))(event) as Promise<DynamoDBBatchResponse>,
      onError: report,
      intervalMs: Number(process.env.STREAM_INTERVAL_MS) || undefined,
    }),
  })),
);
const look = (wanted: typeof feeds) => Promise.all(wanted.map(({ feed }) => feed.look()));
void look(feeds);

process.on('message', async (message: 'stop' | { changed: TableName[] }) => {
  if (message !== 'stop') {
    void look(feeds.filter(({ table }) => message.changed.includes(table)));
    return;
  }
  stopSweeping();
  await Promise.all(sources.map((source) => source.stop()));
  await look(feeds);
  await Promise.all(feeds.map(({ feed }) => feed.close()));
  process.exit(0);
});
// exit() would wait for threads in the middle of an inference.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
