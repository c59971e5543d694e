import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalSqs, type SqsOptions, startSqs } from '../../../local/sqs/server.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { replaceBody } from '../../support/videos/replace-body.ts';

let folder: ReturnType<typeof temporaryFolder>;
let clock: ManualClock;
let server: LocalSqs;
let sqs: SQSClient;

const start = (more: Partial<SqsOptions> = {}) =>
  startSqs({ dataDir: folder.path, ...identity, now: clock.now, timer: clock.timer, ...more });

beforeEach(async () => {
  folder = temporaryFolder();
  clock = new ManualClock(Date.now());
  server = await start();
  sqs = new SQSClient({ endpoint: server.url, ...identity });
});

afterEach(async () => {
  sqs.destroy();
  await server.close();
  folder[Symbol.dispose]();
});

async function createQueue(): Promise<{ name: string; QueueUrl: string }> {
  const name = `q-${randomUUID()}`;
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  return { name, QueueUrl };
}

describe('signatures', () => {
  const attempt = (config: object) => {
    const client = new SQSClient({ endpoint: server.url, ...identity, ...config });
    return client.send(new ListQueuesCommand({})).finally(() => client.destroy());
  };

  test('a request signed with another secret is refused', async () => {
    const credentials = { ...identity.credentials, secretAccessKey: 'wrong' };
    const refusal = { name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } };
    await expect(attempt({ credentials })).rejects.toMatchObject(refusal);
  });

  test('an unknown key is refused', async () => {
    const credentials = { ...identity.credentials, accessKeyId: 'somebody' };
    await expect(attempt({ credentials })).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
  });

  test('a request signed for another region is refused', async () => {
    await expect(attempt({ region: 'us-east-1' })).rejects.toMatchObject({
      name: 'IncompleteSignature',
    });
  });

  test('an unsigned request is refused before its operation is looked at', async () => {
    const response = await fetch(server.url, { method: 'POST', body: 'not even JSON' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    });
  });

  test('a body longer than any batch is refused unread', async () => {
    const response = await fetch(server.url, { method: 'POST', body: 'x'.repeat(8 * 1024 * 1024 + 1) });
    expect(response.status).toBe(413);
  });
});

test.each([
  ['null', 'SerializationException'],
  ['[]', 'SerializationException'],
  ['{', 'SerializationException'],
  ['{"QueueUrl":7}', 'SerializationException'],
  ['{"QueueUrl":"not a URL","MessageBody":"m"}', 'InvalidAddress'],
  ['{"QueueUrl":"http://x/000000000000/__proto__","MessageBody":"m"}', 'QueueDoesNotExist'],
])('the body %s gets a typed error', async (body, type) => {
  replaceBody(sqs, body);
  const attempt = sqs.send(new SendMessageCommand({ QueueUrl: server.url, MessageBody: 'm' }));
  await expect(attempt).rejects.toMatchObject({
    __type: expect.stringMatching(`#${type}$`),
    $fault: 'client',
  });
});

test('a long poll is answered by a message sent meanwhile', async () => {
  const { QueueUrl } = await createQueue();
  const polling = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  await clock.timerSet();
  const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"event":1}' }));
  expect((await polling).Messages).toMatchObject([{ MessageId, Body: '{"event":1}' }]);
});

test('a long poll ends when its queue is deleted', async () => {
  const { QueueUrl } = await createQueue();
  const polling = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  const refused = expect(polling).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  await clock.timerSet();
  await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  await refused;
});

test('a message sent after a polling client hung up is not lost to it', async () => {
  const { QueueUrl } = await createQueue();
  const hangUp = new AbortController();
  const polling = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
    abortSignal: hangUp.signal,
  });
  await clock.timerSet();
  hangUp.abort();
  await expect(polling).rejects.toMatchObject({ name: 'AbortError' });
  await clock.timersCancelled();
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'm' }));
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  expect(Messages).toHaveLength(1);
});

test('closing answers waiting polls and keeps queues and messages for the next start, on any port', async () => {
  const { QueueUrl } = await createQueue();
  const { QueueUrl: other } = await createQueue();
  const polling = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  await clock.timerSet();
  await sqs.send(new SendMessageCommand({ QueueUrl: other, MessageBody: 'kept' }));
  await server.close();
  expect((await polling).Messages).toBeUndefined();

  server = await start();
  sqs.destroy();
  sqs = new SQSClient({ endpoint: server.url, ...identity });
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: other }));
  expect(Messages).toMatchObject([{ Body: 'kept' }]);
});

test('a start may release what was in flight, which then does not count as received', async () => {
  const { QueueUrl } = await createQueue();
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'held' }));
  await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 600 }));
  await server.close();

  server = await start({ releaseInFlight: true });
  sqs.destroy();
  sqs = new SQSClient({ endpoint: server.url, ...identity });
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['ApproximateReceiveCount'] }),
  );
  expect(Messages).toMatchObject([{ Body: 'held', Attributes: { ApproximateReceiveCount: '1' } }]);
});

test('data in use by another server is not opened twice', async () => {
  await expect(start()).rejects.toThrow('locked');
});

test('a port in use is an error, and the data can be opened afterwards', async () => {
  using other = temporaryFolder();
  const options = { dataDir: other.path, ...identity };
  const port = Number(new URL(server.url).port);
  await expect(startSqs({ ...options, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await (await startSqs(options)).close();
});
