import { existsSync, statSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import {
  CreateTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from 'vitest';
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { answerPort, handlerOverPort } from '../../../local/protocol/port-handler.ts';
import { startS3 } from '../../../local/s3/server.ts';
import { startSqs } from '../../../local/sqs/server.ts';
import { connectBySockets, inProcess, SOCKET_VARIABLES } from '../../../local/stores/connections.ts';
import { provideConnections } from '../../../shared/stores/connections.ts';
import { createDynamoDb } from '../../../shared/stores/dynamodb/client.ts';
import { createS3 } from '../../../shared/stores/files/s3.ts';
import { createSqs } from '../../../shared/stores/queues/sqs.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const socketOf = (name: string) => path.join(folder.path, `${name}.sock`);
const at = (name: string) => ({ dataDir: path.join(folder.path, name), socket: socketOf(name), ...identity });
const dynamodb = await startDynamoDb(at('dynamodb'));
const sqs = await startSqs(at('sqs'));
const s3 = await startS3(at('s3'));
const { port1, port2 } = new MessageChannel();
answerPort(port1, dynamodb.requestHandler);

afterAll(async () => {
  port1.close();
  await Promise.all([dynamodb.close(), sqs.close(), s3.close()]);
  folder[Symbol.dispose]();
});

const own = { ...identity, maxAttempts: 1 };
const sockets = Object.fromEntries(
  Object.entries(SOCKET_VARIABLES).map(([store, variable]) => [variable, socketOf(store)]),
);

/** The clients that a process makes once it has connected. */
function clientsOf(connectProcess: () => void) {
  connectProcess();
  const endpoint = 'http://localhost';
  return {
    dynamodb: createDynamoDb({ endpoint, ...own }),
    sqs: createSqs({ endpoint, ...own }),
    s3: createS3({ endpoint, forcePathStyle: true, ...own }),
  };
}

const bySockets = clientsOf(() => connectBySockets(sockets));
const TRANSPORTS = {
  'in the process': clientsOf(() =>
    provideConnections({
      dynamodb: inProcess(dynamodb.requestHandler),
      sqs: inProcess(sqs.requestHandler),
      s3: inProcess(s3.requestHandler),
    }),
  ),
  'in another thread': clientsOf(() =>
    connectBySockets(sockets, { dynamodb: inProcess(handlerOverPort(port2)) }),
  ),
};

/** What a command leads to, without what differs from request to request. */
async function outcome(sent: Promise<object>): Promise<unknown> {
  try {
    const { $metadata: _, ...output } = (await sent) as { $metadata?: unknown };
    return output;
  } catch (error) {
    const { name, message, $fault, $metadata } = error as {
      name: string;
      message: string;
      $fault: string;
      $metadata: { httpStatusCode: number };
    };
    return { name, message, $fault, status: $metadata.httpStatusCode };
  }
}

const TableName = 'items';
const text = 'ü€😀 "\u2028\\';
const Item = {
  id: { S: 'a' },
  text: { S: text },
  number: { N: '0.1' },
  bytes: { B: new Uint8Array([0, 255, 128]) },
  list: { L: [{ NULL: true }, { BOOL: false }, { SS: ['x', 'y'] }] },
};
await bySockets.dynamodb.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  }),
);
const { QueueUrl } = await bySockets.sqs.send(new CreateQueueCommand({ QueueName: 'jobs' }));

const key = { id: { S: 'a' } };
const TABLE_CALLS: Record<string, (client: DynamoDBClient) => Promise<object>> = {
  'a write': (client) => client.send(new PutItemCommand({ TableName, Item })),
  'a read': (client) => client.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true })),
  'a read of what is not there': (client) =>
    client.send(new GetItemCommand({ TableName, Key: { id: { S: 'b' } } })),
  'a query': (client) =>
    client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': { S: 'a' } },
      }),
    ),
  'a condition that fails': (client) =>
    client.send(new PutItemCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(id)' })),
  'an expression that is wrong': (client) =>
    client.send(new UpdateItemCommand({ TableName, Key: key, UpdateExpression: 'SET' })),
  'a key of another type': (client) =>
    client.send(new GetItemCommand({ TableName, Key: { id: { N: '1' } } })),
  'a table that is not there': (client) => client.send(new GetItemCommand({ TableName: 'none', Key: key })),
  'an item that is too large': (client) =>
    client.send(new PutItemCommand({ TableName, Item: { ...key, text: { S: 'x'.repeat(500_000) } } })),
  'a request that is too large': (client) =>
    client.send(new PutItemCommand({ TableName, Item: { ...key, text: { S: 'x'.repeat(17 * 1024 ** 2) } } })),
};

describe.each(Object.entries(TRANSPORTS))('a client %s', (_, clients) => {
  test.each(Object.entries(TABLE_CALLS))(
    'gets the answer to %s that one at a socket gets',
    async (_, call) => {
      const expected = await outcome(call(bySockets.dynamodb));
      expect(await outcome(call(clients.dynamodb))).toEqual(expected);
    },
  );

  test('sees what one at a socket has sent to a queue, and the same errors', async () => {
    await bySockets.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: text }));
    const { Messages = [] } = await clients.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages.map(({ Body }) => Body)).toEqual([text]);
    const lost = (client: SQSClient) =>
      outcome(client.send(new SendMessageCommand({ QueueUrl: `${QueueUrl}-none`, MessageBody: text })));
    expect(await lost(clients.sqs)).toEqual(await lost(bySockets.sqs));
  });

  test('gives up a long poll at once when it is aborted', async () => {
    const aborting = new AbortController();
    const polled = clients.sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: aborting.signal,
    });
    setImmediate(() => aborting.abort());
    await expect(polled).rejects.toMatchObject({ name: 'AbortError' });
  });
});

/** Sends a request without a signature, as somebody outside would. */
function unsigned(options: RequestOptions): Promise<{ status: number | undefined; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>();
  const sent = request({ ...options }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    response.on('end', () => resolve({ status: response.statusCode, body }));
  });
  sent.on('error', reject).end(options.method === 'POST' ? '{}' : undefined);
  return promise;
}

const table = { method: 'POST', headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' } };
const queue = { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.ListQueues' } };

test.each<[string, RequestOptions, string]>([
  ['the socket of the tables', { ...table, socketPath: socketOf('dynamodb') }, 'MissingAuthenticationToken'],
  ['the socket of the queues', { ...queue, socketPath: socketOf('sqs') }, 'MissingAuthenticationToken'],
  ['the socket of the objects', { path: '/media', socketPath: socketOf('s3') }, 'AccessDenied'],
  [
    'the port of the objects',
    { path: '/media', host: '127.0.0.1', port: new URL(s3.url).port },
    'AccessDenied',
  ],
])('an unsigned request from outside is refused at %s', async (_, options, code) => {
  const { status, body } = await unsigned(options);
  expect([400, 403]).toContain(status);
  expect(body).toContain(code);
});

test('sockets are for their owner alone, and a killed process leaves none in the way', async () => {
  for (const store of Object.keys(SOCKET_VARIABLES))
    expect(statSync(socketOf(store)).mode & 0o777).toBe(0o600);
  const left = socketOf('left');
  writeFileSync(left, '');
  const server = await startSqs({ ...at('left'), socket: left });
  expect((await unsigned({ ...queue, socketPath: left })).status).toBe(403);
  await server.close();
  expect(existsSync(left)).toBe(false);
});
