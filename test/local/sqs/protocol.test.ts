import { randomUUID } from 'node:crypto';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalSqs, startSqs } from '../../../local/sqs/server.ts';
import { external } from '../../support/service/external-stores.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { clientOf } from './client-of.ts';

/** Another implementation to hold to the same guarantees, with credentials and region from the environment. */
const remote = external.endpoints.sqs;

const folder = temporaryFolder();
let local: LocalSqs | undefined;
let sqs: SQSClient;
let queueName: string;
let QueueUrl: string;

beforeAll(async () => {
  if (!remote) local = await startSqs({ dataDir: folder.path, ...identity });
  sqs = local ? clientOf(local) : new SQSClient({ endpoint: remote ?? '' });
});

afterAll(async () => {
  sqs.destroy();
  await local?.close();
  folder[Symbol.dispose]();
});

async function createQueue(attributes: Record<string, string> = {}) {
  const name = `test-${randomUUID()}`;
  const created = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  return { name, url: created.QueueUrl ?? '' };
}

beforeEach(async () => {
  const { name, url } = await createQueue();
  queueName = name;
  QueueUrl = url;
  return () => sqs.send(new DeleteQueueCommand({ QueueUrl })).catch(() => undefined);
});

const send = (MessageBody: string, more: object = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));

/** Long polls, so that messages that are sent or become visible within the wait are seen. */
async function receive(more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
  const command = { QueueUrl, WaitTimeSeconds: 5, MessageSystemAttributeNames: ['All' as const], ...more };
  return (await sqs.send(new ReceiveMessageCommand(command))).Messages ?? [];
}

async function receiveOne(more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message> {
  const [message] = await receive(more);
  if (!message) throw new Error('no message');
  return message;
}

async function attributes(url = QueueUrl): Promise<Record<string, string>> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
  return (await sqs.send(command)).Attributes ?? {};
}

const remove = ({ ReceiptHandle }: Message) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
const hide = ({ ReceiptHandle }: Message, VisibilityTimeout: number) =>
  sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));

describe('queues', () => {
  test('a queue is found by its name, and creating it again with the same attributes changes nothing', async () => {
    expect((await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }))).QueueUrl).toBe(QueueUrl);
    const again = new CreateQueueCommand({ QueueName: queueName, Attributes: { VisibilityTimeout: '30' } });
    expect((await sqs.send(again)).QueueUrl).toBe(QueueUrl);
  });

  test('creating an existing queue with other attributes is refused', async () => {
    const other = new CreateQueueCommand({ QueueName: queueName, Attributes: { VisibilityTimeout: '31' } });
    await expect(sqs.send(other)).rejects.toMatchObject({
      name: 'QueueNameExists',
      Code: 'QueueAlreadyExists',
    });
  });

  test('attributes have the documented defaults and can be changed one by one', async () => {
    expect(await attributes()).toMatchObject({
      DelaySeconds: '0',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '0',
      VisibilityTimeout: '30',
      ApproximateNumberOfMessages: '0',
      QueueArn: expect.stringMatching(new RegExp(`^arn:aws:sqs:[^:]+:\\d{12}:${queueName}$`)),
    });
    const change = { VisibilityTimeout: '180', DelaySeconds: '7' };
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: change }));
    expect(await attributes()).toMatchObject({ ...change, MessageRetentionPeriod: '345600' });
  });

  test('a list is filtered by prefix and paged', async () => {
    const prefix = `list-${randomUUID()}`;
    const urls: (string | undefined)[] = [];
    for (const suffix of ['a', 'b', 'c']) {
      urls.push((await sqs.send(new CreateQueueCommand({ QueueName: `${prefix}-${suffix}` }))).QueueUrl);
    }
    const query = { QueueNamePrefix: prefix, MaxResults: 2 };
    const first = await sqs.send(new ListQueuesCommand(query));
    const second = await sqs.send(new ListQueuesCommand({ ...query, NextToken: first.NextToken }));
    expect(first.QueueUrls).toHaveLength(2);
    expect([...(first.QueueUrls ?? []), ...(second.QueueUrls ?? [])].sort()).toEqual(urls.sort());
    expect(second.NextToken).toBeUndefined();
    for (const url of urls) await sqs.send(new DeleteQueueCommand({ QueueUrl: url }));
  });

  test('a deleted or unknown queue does not exist, in the words of both protocols', async () => {
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    await expect(send('late')).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Code: 'AWS.SimpleQueueService.NonExistentQueue',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ VisibilityTimeout: '43201' }, 'InvalidAttributeValue'],
    [{ VisibilityTimeout: 'soon' }, 'InvalidAttributeValue'],
    [{ MessageRetentionPeriod: '59' }, 'InvalidAttributeValue'],
    [{ Colour: 'red' }, 'InvalidAttributeName'],
  ])('attributes %j are refused: %s', async (wrong, name) => {
    const command = new SetQueueAttributesCommand({ QueueUrl, Attributes: wrong });
    await expect(sqs.send(command)).rejects.toMatchObject({ name });
  });
});

describe('sending and receiving', () => {
  test('a message arrives with its body, attributes and system attributes', async () => {
    const MessageAttributes = {
      text: { DataType: 'String', StringValue: 'grün' },
      number: { DataType: 'Number', StringValue: '4.5' },
      bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255) },
    };
    const sent = await send('{"ä": "𝄞"}', { MessageAttributes, MessageGroupId: 'account-1' });
    const message = await receiveOne({ MessageAttributeNames: ['All'] });
    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: '{"ä": "𝄞"}',
      MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
      MessageAttributes,
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'account-1' },
    });
    const { SentTimestamp, ApproximateFirstReceiveTimestamp } = message.Attributes ?? {};
    expect(Number(ApproximateFirstReceiveTimestamp)).toBeGreaterThanOrEqual(Number(SentTimestamp));
  });

  test('the digests are those SQS computes', async () => {
    // Independent figures: the body's from the API reference, the attribute's from moto's test suite.
    const timestamp = { DataType: 'Number.java.lang.Long', StringValue: '1493147359900' };
    const sent = await send('This is a test message', { MessageAttributes: { timestamp } });
    expect(sent.MD5OfMessageBody).toBe('fafb00f5732ab283681e124bf8747ed1');
    expect(sent.MD5OfMessageAttributes).toBe('2e2e4876d8e0bd6b8c2c8f556831c349');
  });

  test('only the attributes asked for are returned', async () => {
    const value = { DataType: 'String', StringValue: 'x' };
    await send('m', { MessageAttributes: { 'a.one': value, 'a.two': value, b: value } });
    const message = await receiveOne({
      MessageAttributeNames: ['a.*'],
      MessageSystemAttributeNames: ['SentTimestamp'],
    });
    expect(Object.keys(message.MessageAttributes ?? {}).sort()).toEqual(['a.one', 'a.two']);
    expect(Object.keys(message.Attributes ?? {})).toEqual(['SentTimestamp']);
  });

  test('a long poll is answered by a message sent while it waits', async () => {
    const waiting = receive({ WaitTimeSeconds: 20 });
    await send('awaited');
    expect((await waiting).map(({ Body }) => Body)).toEqual(['awaited']);
  });

  test('a short poll of an empty queue answers without messages', async () => {
    expect(await receive({ WaitTimeSeconds: 0 })).toEqual([]);
  });

  test('a delayed message is counted as delayed and arrives when its delay is over', async () => {
    await send('later', { DelaySeconds: 1 });
    expect(await attributes()).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesDelayed: '1',
    });
    const message = await receiveOne();
    const { SentTimestamp, ApproximateFirstReceiveTimestamp } = message.Attributes ?? {};
    expect(Number(ApproximateFirstReceiveTimestamp) - Number(SentTimestamp)).toBeGreaterThanOrEqual(1000);
  });

  test('a message of exactly 1 MiB is taken, one byte more is refused', async () => {
    await send('x'.repeat(1_048_576));
    expect((await receiveOne()).Body).toHaveLength(1_048_576);
    await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  test.each([
    ['a control character in the body', { MessageBody: 'a\u0000' }, 'InvalidMessageContents'],
    ['no body', {}, 'MissingParameter'],
    ['a delay of 901 s', { MessageBody: 'm', DelaySeconds: 901 }, 'InvalidParameterValue'],
    [
      'an attribute without value',
      { MessageBody: 'm', MessageAttributes: { a: { DataType: 'String' } } },
      'InvalidParameterValue',
    ],
  ])('%s is refused', async (_, input, Code) => {
    const command = new SendMessageCommand({ QueueUrl, MessageBody: undefined, ...input });
    await expect(sqs.send(command)).rejects.toMatchObject({ Code });
  });

  test.each([
    { MaxNumberOfMessages: 0 },
    { MaxNumberOfMessages: 11 },
    { WaitTimeSeconds: 21 },
    { VisibilityTimeout: 43_201 },
  ])('receiving with %j is refused', async (wrong) => {
    await expect(receive(wrong)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  test('purging leaves nothing, neither visible nor in flight', async () => {
    await send('1');
    await send('2');
    await receiveOne();
    await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    expect(await attributes()).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
    });
  });
});

describe('visibility', () => {
  test('a received message is in flight and comes back, counted again, when its timeout is over', async () => {
    const { MessageId } = await send('m');
    await receiveOne({ VisibilityTimeout: 1 });
    expect(await attributes()).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
    });
    const again = await receiveOne();
    expect(again.MessageId).toBe(MessageId);
    expect(again.Attributes?.ApproximateReceiveCount).toBe('2');
  });

  test('setting the timeout to 0 gives the message to a waiting poll at once, and is not a receive', async () => {
    await send('m');
    const first = await receiveOne({ VisibilityTimeout: 600 });
    const waiting = receive({ WaitTimeSeconds: 20 });
    await hide(first, 300);
    await hide(first, 0);
    const [second] = await waiting;
    expect(second?.Attributes?.ApproximateReceiveCount).toBe('2');
  });

  test('the timeout of a message that is visible again or deleted cannot be changed', async () => {
    await send('m');
    const message = await receiveOne();
    await hide(message, 0);
    await expect(hide(message, 10)).rejects.toMatchObject({ name: 'MessageNotInflight' });
    await remove(message);
    await expect(hide(message, 10)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });

  test('a deleted message does not come back', async () => {
    await send('m');
    await remove(await receiveOne({ VisibilityTimeout: 0 }));
    expect(await receive({ WaitTimeSeconds: 0 })).toEqual([]);
  });

  test('deleting with the handle of an earlier receive succeeds but keeps the message', async () => {
    await send('m');
    const first = await receiveOne({ VisibilityTimeout: 0 });
    const second = await receiveOne();
    await remove(first);
    expect(await attributes()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '1' });
    await remove(second);
    expect(await attributes()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '0' });
  });

  test('anything but a receipt handle is refused', async () => {
    await expect(remove({ ReceiptHandle: 'nonsense' })).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
    });
  });
});

describe('batches', () => {
  test('are sent, received, hidden and deleted together', async () => {
    const Entries = Array.from({ length: 10 }, (_, i) => ({ Id: `n${i}`, MessageBody: `body ${i}` }));
    const sent = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    expect(sent.Successful?.map(({ Id }) => Id).sort()).toEqual(Entries.map(({ Id }) => Id));
    const received: Message[] = [];
    while (received.length < 10) received.push(...(await receive({ MaxNumberOfMessages: 10 })));
    expect(received.map(({ Body }) => Body).sort()).toEqual(Entries.map(({ MessageBody }) => MessageBody));

    const handles = received.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
    const changes = handles.map((entry) => ({ ...entry, VisibilityTimeout: 600 }));
    const hidden = await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: changes }));
    expect(hidden.Successful).toHaveLength(10);
    const deleted = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: handles }));
    expect(deleted.Successful).toHaveLength(10);
    expect(await attributes()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '0' });
  });

  test('one wrong entry does not stop the others', async () => {
    const Entries = [
      { Id: 'wrong', MessageBody: 'm', DelaySeconds: 901 },
      { Id: 'right', MessageBody: 'm' },
    ];
    const { Successful, Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    expect(Successful?.map(({ Id }) => Id)).toEqual(['right']);
    expect(Failed).toMatchObject([{ Id: 'wrong', SenderFault: true, Code: 'InvalidParameterValue' }]);
  });

  const entry = (Id: string, MessageBody = 'm') => ({ Id, MessageBody });
  test.each([
    ['EmptyBatchRequest', []],
    ['TooManyEntriesInBatchRequest', Array.from({ length: 11 }, (_, i) => entry(String(i)))],
    ['BatchEntryIdsNotDistinct', [entry('a'), entry('a')]],
    ['InvalidBatchEntryId', [entry('a b')]],
    ['BatchRequestTooLong', [entry('a', 'x'.repeat(600_000)), entry('b', 'x'.repeat(600_000))]],
  ])('%s', async (name, Entries) => {
    const command = new SendMessageBatchCommand({ QueueUrl, Entries });
    await expect(sqs.send(command)).rejects.toMatchObject({ name, Code: `AWS.SimpleQueueService.${name}` });
    expect(await attributes()).toMatchObject({ ApproximateNumberOfMessages: '0' });
  });
});

describe('dead-letter queue', () => {
  test('a message received maxReceiveCount times moves there with its id and body', async () => {
    const target = await createQueue();
    const { QueueArn: deadLetterTargetArn } = await attributes(target.url);
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 });
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
    const { MessageId } = await send('poison');
    await receiveOne({ VisibilityTimeout: 0 });
    await receiveOne({ VisibilityTimeout: 0 });

    const dead = receiveOne({ QueueUrl: target.url, WaitTimeSeconds: 20 });
    expect(await receive({ WaitTimeSeconds: 0 })).toEqual([]);
    expect(await dead).toMatchObject({
      MessageId,
      Body: 'poison',
      Attributes: { DeadLetterQueueSourceArn: (await attributes()).QueueArn },
    });
    await sqs.send(new DeleteQueueCommand({ QueueUrl: target.url }));
  });

  test('a policy whose target does not exist is refused', async () => {
    const { QueueArn } = await attributes();
    const policy = { deadLetterTargetArn: `${QueueArn}-missing`, maxReceiveCount: 2 };
    const Attributes = { RedrivePolicy: JSON.stringify(policy) };
    const change = sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    await expect(change).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });
});
