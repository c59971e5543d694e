import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { beforeAll, expect, test, vi } from 'vitest';
import { PARKED, type QueueName } from '../../shared/contract/resources.ts';
import { openParkedMessages } from '../../shared/stores/parked-messages.ts';
import { sqs } from '../../shared/stores/queues/sqs.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';

// A thousand messages are some hundred writes to disk.
vi.setConfig({ testTimeout: TIMEOUT });

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

const park = (queue: QueueName, MessageBody: string, MessageGroupId?: string) =>
  sqs().send(
    new SendMessageCommand({
      QueueUrl: bench.environment.variables[PARKED[queue].env],
      MessageBody,
      ...(MessageGroupId !== undefined && { MessageGroupId }),
    }),
  );

test('more messages than fit into one answer are listed, each once, and stay', async () => {
  const parked = openParkedMessages(bench.environment);
  const bodies = Array.from({ length: 25 }, (_, i) => `not JSON ${i}`);
  for (const body of bodies) await park('ingest', body);
  for (let i = 0; i < 2; i++) {
    const { messages, more } = await parked.list('ingest');
    expect(messages.map(({ body }) => body).sort()).toEqual([...bodies].sort());
    expect(more).toBe(false);
  }
  expect(await parked.redrive('ingest')).toBe(25);
  expect((await bench.take('ingest')).sort()).toEqual([...bodies].sort());
  expect(await parked.list('ingest')).toEqual({ messages: [], more: false });
});

test('messages that are seen again before the listing gives them back are listed all the same', async () => {
  const parked = openParkedMessages(bench.environment);
  for (let i = 0; i < 12; i++) await park('ingest', `slow ${i}`);
  const QueueUrl = bench.environment.variables[PARKED.ingest.env];
  let handles: (string | undefined)[] = [];
  // As if the minute for which a receiver has them were over.
  const seen = beforeNext(
    ({ command, input }) => {
      if (!command.startsWith('ChangeMessageVisibility')) return false;
      const { Entries, ReceiptHandle } = input as {
        Entries?: { ReceiptHandle: string }[];
        ReceiptHandle?: string;
      };
      handles = Entries?.map((entry) => entry.ReceiptHandle) ?? [ReceiptHandle];
      return true;
    },
    async () => {
      for (const ReceiptHandle of handles)
        await sqs().send(
          new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
        );
    },
  );
  expect((await parked.list('ingest')).messages).toHaveLength(12);
  expect(seen.happened).toBe(true);
  expect(await parked.redrive('ingest')).toBe(12);
  await bench.take('ingest');
});

test('a message keeps its turn: it goes back under the account that it was sent for', async () => {
  const parked = openParkedMessages(bench.environment);
  await park('detection', 'body', 'account');
  const groups: unknown[] = [];
  const sent = beforeNext(
    ({ command, input }) => {
      if (command !== 'SendMessageCommand') return false;
      groups.push((input as { MessageGroupId?: string }).MessageGroupId);
      return true;
    },
    async () => {},
  );
  expect(await parked.redrive('detection')).toBe(1);
  expect([sent.happened, groups]).toEqual([true, ['account']]);
});

test('a redrive that breaks off loses nothing', async () => {
  const parked = openParkedMessages(bench.environment);
  await park('ingest', 'kept');
  beforeNext(
    ({ command }) => command === 'DeleteMessageCommand',
    () => Promise.reject(new Error('The process has died')),
  );
  await expect(parked.redrive('ingest')).rejects.toThrow('died');
  expect(await bench.take('ingest')).toContain('kept');
});

test('a list of 1,000 messages says that there are more, and all of them can be seen again', async () => {
  const parked = openParkedMessages(bench.environment);
  const QueueUrl = bench.environment.variables[PARKED.detection.env];
  const batch = Array.from({ length: 10 }, (_, i) => ({
    Id: String(i),
    MessageBody: 'x',
    MessageGroupId: 'a',
  }));
  await Promise.all(
    Array.from({ length: 100 }, () => sqs().send(new SendMessageBatchCommand({ QueueUrl, Entries: batch }))),
  );
  const counts = async (): Promise<object> => {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
    return (await sqs().send(command)).Attributes ?? {};
  };
  const full = await parked.list('detection');
  expect([full.messages.length, full.more]).toEqual([1000, false]);
  await park('detection', 'one more', 'a');
  const { messages, more } = await parked.list('detection');
  expect([messages.length, more]).toEqual([1000, true]);
  expect(await counts()).toEqual({
    ApproximateNumberOfMessages: '1001',
    ApproximateNumberOfMessagesNotVisible: '0',
  });
  await sqs().send(new PurgeQueueCommand({ QueueUrl }));
});
