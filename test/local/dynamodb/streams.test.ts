import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  type StreamViewType,
  UpdateItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type ShardIteratorType,
} from '@aws-sdk/client-dynamodb-streams';
import { beforeEach, expect, test } from 'vitest';
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { eventually } from '../../support/service/api.ts';
import { identity } from '../../support/service/local-services.ts';
import { spawnService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOUR = 60 * 60_000;
const TABLE = 'items';

let folder: ReturnType<typeof temporaryFolder>;
let clock: number;
let changed: string[];
let db: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let stop: () => Promise<unknown>;

function connect(endpoint: string, handler: { requestHandler?: Record<string, unknown> } = {}): void {
  const config = { endpoint, ...identity, maxAttempts: 1, ...handler };
  db = new DynamoDBClient(config);
  streams = new DynamoDBStreamsClient(config);
}

async function start(): Promise<void> {
  const server = await startDynamoDb({
    dataDir: folder.path,
    ...identity,
    now: () => clock,
    onChange: (table) => changed.push(table),
  });
  // Not by HTTP: the clock is not that of the signatures.
  connect(server.url, { requestHandler: { ...server.requestHandler } });
  stop = async () => {
    db.destroy();
    streams.destroy();
    await server.close();
  };
}

/** Starts it again after this time. */
async function restartIn(milliseconds: number): Promise<void> {
  await stop();
  clock += milliseconds;
  await start();
}

beforeEach(async () => {
  folder = temporaryFolder();
  clock = Date.now();
  changed = [];
  await start();
  return async () => {
    await stop();
    folder[Symbol.dispose]();
  };
});

const enabled = (view: StreamViewType) => ({ StreamEnabled: true, StreamViewType: view });

async function createTable(view?: StreamViewType): Promise<void> {
  await db.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      ...(view && { StreamSpecification: enabled(view) }),
    }),
  );
  const describe = () => db.send(new DescribeTableCommand({ TableName: TABLE }));
  await eventually(describe, ({ Table }) => Table?.TableStatus === 'ACTIVE');
}

const put = (id: string, value = '1') =>
  db.send(new PutItemCommand({ TableName: TABLE, Item: { id: { S: id }, value: { N: value } } }));

async function streamArn(): Promise<string> {
  const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: TABLE }));
  expect(Streams).toHaveLength(1);
  return Streams[0]?.StreamArn ?? '';
}

async function iteratorFrom(ShardIteratorType: ShardIteratorType, SequenceNumber?: string) {
  const StreamArn = await streamArn();
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const position = { StreamArn, ShardId, ShardIteratorType, ...(SequenceNumber && { SequenceNumber }) };
  const { ShardIterator } = await streams.send(new GetShardIteratorCommand(position));
  return ShardIterator;
}

async function records(ShardIterator: string | undefined, Limit?: number) {
  const { Records = [], NextShardIterator } = await streams.send(
    new GetRecordsCommand({ ShardIterator, ...(Limit && { Limit }) }),
  );
  const plain = (item?: Record<string, AttributeValue>) =>
    item && [item.id?.S, item.value?.N].filter((value) => value !== undefined).join('=');
  const read = Records.map(({ eventName, dynamodb }) => [
    eventName,
    plain(dynamodb?.Keys),
    plain(dynamodb?.OldImage),
    plain(dynamodb?.NewImage),
  ]);
  const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  return { read, numbers, next: NextShardIterator, Records };
}

const ids = async (iterator: string | undefined, limit?: number) =>
  (await records(iterator, limit)).read.map(([, id]) => id);

test('changes of any kind come in their order, with the item before and after', async () => {
  await createTable('NEW_AND_OLD_IMAGES');
  await put('a');
  await put('a', '2');
  await db.send(
    new UpdateItemCommand({
      TableName: TABLE,
      Key: { id: { S: 'a' } },
      UpdateExpression: 'ADD #value :one',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  );
  await db.send(
    new BatchWriteItemCommand({
      RequestItems: {
        [TABLE]: [
          { PutRequest: { Item: { id: { S: 'b' }, value: { N: '7' } } } },
          { DeleteRequest: { Key: { id: { S: 'a' } } } },
        ],
      },
    }),
  );
  await db.send(new DeleteItemCommand({ TableName: TABLE, Key: { id: { S: 'b' } } }));
  const { read, numbers, Records } = await records(await iteratorFrom('TRIM_HORIZON'));
  expect(read).toEqual([
    ['INSERT', 'a', undefined, 'a=1'],
    ['MODIFY', 'a', 'a=1', 'a=2'],
    ['MODIFY', 'a', 'a=2', 'a=3'],
    ['INSERT', 'b', undefined, 'b=7'],
    ['REMOVE', 'a', 'a=3', undefined],
    ['REMOVE', 'b', 'b=7', undefined],
  ]);
  expect(numbers).toEqual(numbers.toSorted());
  expect(changed).toEqual(Array(5).fill(TABLE));
  expect(Records[0]).toMatchObject({
    eventID: expect.any(String),
    eventSource: 'aws:dynamodb',
    awsRegion: identity.region,
    dynamodb: {
      StreamViewType: 'NEW_AND_OLD_IMAGES',
      ApproximateCreationDateTime: new Date(Math.floor(clock / 1000) * 1000),
    },
  });
});

test.each<[StreamViewType, unknown[]]>([
  ['KEYS_ONLY', ['MODIFY', 'a', undefined, undefined]],
  ['NEW_IMAGE', ['MODIFY', 'a', undefined, 'a=2']],
  ['OLD_IMAGE', ['MODIFY', 'a', 'a=1', undefined]],
])('a stream of %s has that of each change', async (view, change) => {
  await createTable(view);
  await put('a');
  await put('a', '2');
  expect((await records(await iteratorFrom('TRIM_HORIZON'))).read[1]).toEqual(change);
});

test('what changes nothing is no change: a refused condition, the same item again, the removal of none', async () => {
  await createTable('NEW_AND_OLD_IMAGES');
  await put('a');
  const refused = new PutItemCommand({
    TableName: TABLE,
    Item: { id: { S: 'a' }, value: { N: '2' } },
    ConditionExpression: 'attribute_not_exists(id)',
  });
  await expect(db.send(refused)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  await db.send(new PutItemCommand({ TableName: TABLE, Item: { value: { N: '1' }, id: { S: 'a' } } }));
  await db.send(
    new UpdateItemCommand({
      TableName: TABLE,
      Key: { id: { S: 'a' } },
      UpdateExpression: 'SET #value = :one',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  );
  await db.send(new DeleteItemCommand({ TableName: TABLE, Key: { id: { S: 'nobody' } } }));
  expect(await ids(await iteratorFrom('TRIM_HORIZON'))).toEqual(['a']);
  expect(changed).toEqual([TABLE]);
});

test('an iterator begins with the oldest change, after the newest, or at or after a number', async () => {
  await createTable('NEW_IMAGE');
  for (const id of ['a', 'b', 'c']) await put(id);
  const latest = await iteratorFrom('LATEST');
  await put('d');
  const first = await records(await iteratorFrom('TRIM_HORIZON'), 2);
  expect(first.read.map(([, id]) => id)).toEqual(['a', 'b']);
  expect(await ids(first.next)).toEqual(['c', 'd']);
  expect(await ids(latest)).toEqual(['d']);
  expect(await ids(await iteratorFrom('AT_SEQUENCE_NUMBER', first.numbers[1]))).toEqual(['b', 'c', 'd']);
  expect(await ids(await iteratorFrom('AFTER_SEQUENCE_NUMBER', first.numbers[1]))).toEqual(['c', 'd']);
});

test('an answer has no more than a megabyte, unless one change has more', async () => {
  await createTable('NEW_AND_OLD_IMAGES');
  const text = 'x'.repeat(390_000);
  for (const last of ['1', '2', '3'])
    await db.send(
      new PutItemCommand({ TableName: TABLE, Item: { id: { S: 'a' }, text: { S: text + last } } }),
    );
  const first = await records(await iteratorFrom('TRIM_HORIZON'));
  expect(first.numbers).toHaveLength(1);
  expect((await records(first.next)).numbers).toHaveLength(1);
});

test('changes are kept until their reader goes on after them; one who only looks takes none away', async () => {
  await createTable('NEW_IMAGE');
  for (const id of ['a', 'b', 'c']) await put(id);
  let looked = await records(await iteratorFrom('TRIM_HORIZON'), 2);
  looked = await records(looked.next);
  await put('d');
  const all = await records(await iteratorFrom('TRIM_HORIZON'));
  expect(all.read.map(([, id]) => id)).toEqual(['a', 'b', 'c', 'd']);
  await records(await iteratorFrom('AFTER_SEQUENCE_NUMBER', all.numbers[2]));
  await put('e');
  expect(await ids(await iteratorFrom('TRIM_HORIZON'))).toEqual(['c', 'd', 'e']);
});

test('changes that nobody reads are kept for a day, and the newest of a stream for its number', async () => {
  await createTable('NEW_IMAGE');
  for (const id of ['a', 'b']) await put(id);
  await restartIn(30 * HOUR);
  await put('c');
  const { read, numbers } = await records(await iteratorFrom('TRIM_HORIZON'));
  expect(read.map(([, id]) => id)).toEqual(['a', 'b', 'c']);
  clock += 2 * HOUR;
  await put('d');
  expect(await ids(await iteratorFrom('TRIM_HORIZON'))).toEqual(['c', 'd']);
  await restartIn(0);
  await put('e');
  expect(await ids(await iteratorFrom('AFTER_SEQUENCE_NUMBER', numbers.at(-1)))).toEqual(['d', 'e']);
});

test('a table without a stream gets one, from then on, and another one after that has ended', async () => {
  await createTable();
  await put('a');
  const update = (StreamSpecification: UpdateTableCommand['input']['StreamSpecification']) =>
    db.send(new UpdateTableCommand({ TableName: TABLE, StreamSpecification }));
  await expect(update({ StreamEnabled: false })).rejects.toMatchObject({ name: 'ValidationException' });
  await update(enabled('NEW_IMAGE'));
  await expect(update(enabled('NEW_IMAGE'))).rejects.toMatchObject({ name: 'ValidationException' });
  await put('b');
  const [first, begun] = [await streamArn(), await iteratorFrom('TRIM_HORIZON')];
  expect(await ids(begun)).toEqual(['b']);
  await update({ StreamEnabled: false });
  expect((await streams.send(new ListStreamsCommand({}))).Streams).toEqual([]);
  await expect(records(begun)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  clock += 1;
  await update(enabled('NEW_AND_OLD_IMAGES'));
  expect(await streamArn()).not.toBe(first);
  expect(await ids(await iteratorFrom('TRIM_HORIZON'))).toEqual([]);
  const { Table } = await db.send(new DescribeTableCommand({ TableName: TABLE }));
  expect(Table).toMatchObject({
    LatestStreamArn: await streamArn(),
    StreamSpecification: enabled('NEW_AND_OLD_IMAGES'),
  });
  await db.send(new DeleteTableCommand({ TableName: TABLE }));
  await eventually(
    () => db.send(new ListTablesCommand({})),
    ({ TableNames }) => TableNames?.length === 0,
  );
  await expect(records(begun)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test.each([
  ['an iterator that is none', new GetRecordsCommand({ ShardIterator: 'none' }), 'ValidationException'],
  [
    'a stream that there is not',
    new DescribeStreamCommand({ StreamArn: 'arn:aws:dynamodb:x:1:table/items/stream/then' }),
    'ResourceNotFoundException',
  ],
])('%s is refused', async (_, command, name) => {
  await createTable('NEW_IMAGE');
  await expect(streams.send(command as never)).rejects.toMatchObject({ name });
});

test('each acknowledged write, and no other, is in the stream of a process that was killed amid writes', async () => {
  await stop();
  const first = await spawnService('dynamodb', folder.path);
  connect(first.url);
  await createTable('NEW_IMAGE');
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  async function writeUntilItDies(writer: number): Promise<void> {
    for (let n = 0; ; n++) {
      const id = `${writer}-${n}`;
      if ((await put(id).catch(() => undefined)) === undefined) return;
      acknowledged.push(id);
      if (acknowledged.length === 200) enough.resolve();
    }
  }
  const writers = [0, 1, 2, 3].map(writeUntilItDies);
  await enough.promise;
  await first.kill();
  await Promise.all(writers);
  db.destroy();
  streams.destroy();
  await start();
  const found = await ids(await iteratorFrom('TRIM_HORIZON'));
  expect(acknowledged.filter((id) => !found.includes(id))).toEqual([]);
  expect(new Set(found).size).toBe(found.length);
});
