import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BatchOutcome, type EventSource, pollQueue } from '../../../local/events/event-source.ts';
import { type LocalSqs, startSqs } from '../../../local/sqs/server.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
/** Its timers show when a poll waits in the server. */
let clock: ManualClock;
let server: LocalSqs;
let sqs: SQSClient;
let queueUrl: string;
let errors: unknown[];
let source: EventSource | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  clock = new ManualClock(0);
  server = await startSqs({ dataDir: folder.path, ...identity, timer: clock.timer });
  sqs = new SQSClient({ endpoint: server.url, ...identity, maxAttempts: 1 });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
  queueUrl = QueueUrl;
  errors = [];
});

afterEach(async () => {
  await source?.stop();
  sqs.destroy();
  await server.close();
  folder[Symbol.dispose]();
});

interface Invocation {
  readonly event: SQSEvent;
  succeed(outcome?: BatchOutcome): void;
  fail(error: Error): void;
}

/** A function whose invocations the test answers one by one. */
function controlledFunction() {
  const waiting: Invocation[] = [];
  const takers: ((invocation: Invocation) => void)[] = [];
  return {
    invoke(event: SQSEvent): Promise<BatchOutcome> {
      const { promise, resolve, reject } = Promise.withResolvers<BatchOutcome>();
      const invocation = { event, succeed: resolve, fail: reject };
      const taker = takers.shift();
      if (taker) taker(invocation);
      else waiting.push(invocation);
      return promise;
    },
    next(): Promise<Invocation> {
      const invocation = waiting.shift();
      return invocation ? Promise.resolve(invocation) : new Promise((resolve) => takers.push(resolve));
    },
    waiting,
  };
}

function poll(invoke: (event: SQSEvent) => Promise<BatchOutcome>, more: object = {}): EventSource {
  const onError = (error: unknown) => errors.push(error);
  source = pollQueue({ sqs, queueUrl, batchSize: 10, maxConcurrency: 2, invoke, onError, ...more });
  return source;
}

const send = (body: string) => sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
const bodies = ({ event }: Invocation) => event.Records.map(({ body }) => body);

/** How many messages can be received, and how many are in flight. */
async function counts(): Promise<{ visible: number; held: number }> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] });
  const { Attributes } = await sqs.send(command);
  return {
    visible: Number(Attributes?.ApproximateNumberOfMessages),
    held: Number(Attributes?.ApproximateNumberOfMessagesNotVisible),
  };
}

test('the function gets an event of the shape that Lambda sends', async () => {
  const worker = controlledFunction();
  poll(worker.invoke);
  const sent = await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: '{"job":1}',
      MessageGroupId: 'account-1',
      MessageAttributes: {
        text: { DataType: 'String', StringValue: 'x' },
        bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 3) },
      },
    }),
  );
  const { event, succeed } = await worker.next();
  expect(event).toEqual({
    Records: [
      {
        messageId: sent.MessageId,
        receiptHandle: expect.any(String),
        body: '{"job":1}',
        attributes: {
          ApproximateReceiveCount: '1',
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          MessageGroupId: 'account-1',
          SenderId: '000000000000',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
        },
        messageAttributes: {
          text: { dataType: 'String', stringValue: 'x' },
          bytes: { dataType: 'Binary', binaryValue: 'AQID' },
        },
        md5OfBody: sent.MD5OfMessageBody,
        md5OfMessageAttributes: sent.MD5OfMessageAttributes,
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:eu-central-1:000000000000:q',
        awsRegion: 'eu-central-1',
      },
    ],
  });
  succeed();
});

describe('after an invocation', () => {
  /** Three messages in one event, answered by `answer`; the rest when polling has stopped. */
  async function leftAfter(answer: (invocation: Invocation) => void) {
    for (const body of ['a', 'b', 'c']) await send(body);
    const worker = controlledFunction();
    const { stop } = poll(worker.invoke);
    const invocation = await worker.next();
    expect(bodies(invocation)).toEqual(['a', 'b', 'c']);
    const stopped = stop();
    answer(invocation);
    await stopped;
    return counts();
  }

  test('that succeeds, its messages are deleted', async () => {
    expect(await leftAfter(({ succeed }) => succeed())).toEqual({ visible: 0, held: 0 });
    expect(errors).toEqual([]);
  });

  test('that reports item failures, only those are left to their visibility timeout', async () => {
    const left = await leftAfter(({ event, succeed }) =>
      succeed({ batchItemFailures: [{ itemIdentifier: event.Records[1]?.messageId ?? '' }] }),
    );
    expect(left).toEqual({ visible: 0, held: 1 });
  });

  test('that reports a failure of a message it did not get, all are left', async () => {
    const batchItemFailures = [{ itemIdentifier: 'unknown' }];
    expect(await leftAfter(({ succeed }) => succeed({ batchItemFailures }))).toEqual({ visible: 0, held: 3 });
  });

  test('that fails, all are left and the error is reported', async () => {
    const failure = new Error('out of memory');
    expect(await leftAfter(({ fail }) => fail(failure))).toEqual({ visible: 0, held: 3 });
    expect(errors).toEqual([failure]);
  });
});

test('a failed message is delivered again once it is visible', async () => {
  await send('m');
  const worker = controlledFunction();
  poll(worker.invoke);
  const first = await worker.next();
  first.fail(new Error('once'));
  const ReceiptHandle = first.event.Records[0]?.receiptHandle;
  await sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
  );
  const second = await worker.next();
  expect(second.event.Records[0]?.attributes.ApproximateReceiveCount).toBe('2');
  second.succeed();
});

test('no more than maxConcurrency events are handled at a time, and no message is taken before its turn', async () => {
  for (const body of ['a', 'b', 'c']) await send(body);
  const worker = controlledFunction();
  poll(worker.invoke, { batchSize: 1 });
  const first = await worker.next();
  const second = await worker.next();
  expect([bodies(first), bodies(second)]).toEqual([['a'], ['b']]);
  for (let look = 0; look < 20; look++) expect(await counts()).toEqual({ visible: 1, held: 2 });
  expect(worker.waiting).toEqual([]);
  first.succeed();
  const third = await worker.next();
  expect(bodies(third)).toEqual(['c']);
  second.succeed();
  third.succeed();
});

test('polling survives a queue service that is down, waiting longer each time, and goes on when it is back', async () => {
  const port = Number(new URL(server.url).port);
  const pauses: number[] = [];
  const pausing = Promise.withResolvers<void>();
  const restarted = Promise.withResolvers<void>();
  const worker = controlledFunction();
  await server.close();
  poll(worker.invoke, {
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
      if (pauses.length < 8) return;
      pausing.resolve();
      await restarted.promise;
    },
  });
  await pausing.promise;
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  expect(errors).toHaveLength(8);
  server = await startSqs({ dataDir: folder.path, port, ...identity });
  restarted.resolve();
  await send('after the outage');
  const invocation = await worker.next();
  expect(bodies(invocation)).toEqual(['after the outage']);
  invocation.succeed();
});

test('stopping while the queue is empty does not wait for the poll to end', async () => {
  const { stop } = poll(controlledFunction().invoke);
  await clock.timerSet();
  await stop();
  expect(errors).toEqual([]);
});

test('stopping waits for the event being handled, and its message is deleted by then', async () => {
  await send('m');
  const worker = controlledFunction();
  const { stop } = poll(worker.invoke);
  const invocation = await worker.next();
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  for (let look = 0; look < 20; look++) expect(await counts()).toEqual({ visible: 0, held: 1 });
  expect(stopped).toBe(false);
  invocation.succeed();
  await stopping;
  expect(await counts()).toEqual({ visible: 0, held: 0 });
});
