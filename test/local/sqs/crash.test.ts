import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identity } from '../../support/service/local-services.ts';
import { type ServiceProcess, spawnService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: ServiceProcess;
let sqs: SQSClient;

async function start(): Promise<void> {
  service = await spawnService('sqs', folder.path);
  sqs = new SQSClient({ endpoint: service.url, ...identity, maxAttempts: 1 });
}

async function crash(): Promise<void> {
  await service.kill();
  sqs.destroy();
}

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
});

afterEach(async () => {
  await crash();
  folder[Symbol.dispose]();
});

const createQueue = async () => (await sqs.send(new CreateQueueCommand({ QueueName: 'q' }))).QueueUrl ?? '';

async function receive(QueueUrl: string, VisibilityTimeout: number, WaitTimeSeconds = 0): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    VisibilityTimeout,
    WaitTimeSeconds,
    MaxNumberOfMessages: 10,
    MessageSystemAttributeNames: ['ApproximateReceiveCount'],
  });
  return (await sqs.send(command)).Messages ?? [];
}

test('no acknowledged message is lost when the process is killed amid sends', async () => {
  const QueueUrl = await createQueue();
  const acknowledged = new Set<string | undefined>();
  const enough = Promise.withResolvers<void>();
  let killed = false;
  async function sendUntilItDies(sender: number): Promise<void> {
    for (let n = 0; ; n++) {
      const command = new SendMessageCommand({ QueueUrl, MessageBody: `${sender}-${n}` });
      const sent = await sqs.send(command).catch((error: unknown) => {
        if (!killed) enough.reject(error);
      });
      if (sent === undefined) return;
      acknowledged.add(sent.MessageId);
      if (acknowledged.size === 200) enough.resolve();
    }
  }
  const senders = Array.from({ length: 8 }, (_, sender) => sendUntilItDies(sender));
  await enough.promise;
  killed = true;
  await crash();
  await Promise.all(senders);

  await start();
  const found = new Set<string | undefined>();
  for (let batch = await receive(QueueUrl, 600); batch.length > 0; batch = await receive(QueueUrl, 600)) {
    for (const { MessageId } of batch) found.add(MessageId);
  }
  expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
  // A send may have been stored without its acknowledgement having arrived: one a sender at most.
  expect(found.size - acknowledged.size).toBeLessThanOrEqual(senders.length);
});

test('messages in flight at a crash stay hidden and come back, counted, when their timeout is over', async () => {
  const QueueUrl = await createQueue();
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'held' }));
  expect(await receive(QueueUrl, 600)).toHaveLength(1);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'returning' }));
  expect(await receive(QueueUrl, 1)).toHaveLength(1);
  await crash();

  await start();
  expect(await receive(QueueUrl, 600, 5)).toMatchObject([
    { Body: 'returning', Attributes: { ApproximateReceiveCount: '2' } },
  ]);
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
  const { Attributes } = await sqs.send(command);
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '2',
  });
});
