import type { DynamoDBRecord } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { relay } from '../../shared/contract/outbox.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';
import { storeFactory } from '../../shared/stores/store-factory.ts';
import { streamWorker } from '../../shared/worker/stream-worker.ts';

const ids = { accountId: 'account', videoId: 'video', jobId: 'job' };

/** As DynamoDB announces an item. */
const record = (id: string, body: string | object): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: `sequence of ${id}`,
    Keys: { id: { S: id } },
    NewImage: { id: { S: id }, body: { S: typeof body === 'string' ? body : JSON.stringify(body) } },
  },
});
const step = (id: string): DynamoDBRecord =>
  record(id, { kind: 'steps', messages: [{ kind: 'finish', ...ids }] });

const fed = { ...relay, stores: ['relayedItems'] as const };

let done: string[];
let opened = 0;

const STORES = { items: storeFactory('relayedItems', () => opened++) };

/** Fails at the item `bad`. */
const newWorker = () =>
  streamWorker(fed, STORES, async ({ id, message }) => {
    if (id === 'bad') throw new Error('out of reach');
    done.push(`${message.kind} ${id}`);
  });

beforeAll(() => {
  process.env.VMS_LOG_LEVEL = 'SILENT';
});

beforeEach(() => {
  done = [];
  opened = 0;
});

test('items are worked on in their order, with stores that are opened once', async () => {
  const handler = newWorker();
  expect(await handler({ Records: [step('a'), step('b')] })).toEqual({ batchItemFailures: [] });
  await handler({ Records: [step('c')] });
  expect(done).toEqual(['steps a', 'steps b', 'steps c']);
  expect(opened).toBe(1);
});

test('where one fails, it and those behind it come again', async () => {
  const answer = await newWorker()({ Records: [step('a'), step('bad'), step('c')] });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'sequence of bad' }] });
  expect(done).toEqual(['steps a']);
});

test.each([
  ['that is no JSON', '{"kind":'],
  ['of a kind that it does not know', { kind: 'delete-everything' }],
  [
    'for a queue that does not exist',
    { kind: 'visibility', queue: 'other', receiptHandle: 'r', hiddenUntil: 1 },
  ],
  ['with a message of no kind that workers take', { kind: 'steps', messages: [{ kind: 'sell', ...ids }] }],
  [
    'with a message group that SQS refuses',
    { kind: 'steps', messages: [{ kind: 'finish', ...ids, accountId: 'a b' }] },
  ],
  ['with too many messages', { kind: 'steps', messages: Array(101).fill({ kind: 'finish', ...ids }) }],
])('an item %s is logged and passed over, so that it holds up no others', async (_, body) => {
  const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
  expect(await newWorker()({ Records: [record('odd', body), step('b')] })).toEqual({ batchItemFailures: [] });
  expect(done).toEqual(['steps b']);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'item not understood',
    expect.objectContaining({ function: relay.key }),
  );
  error.mockRestore();
});
