import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { positionFile } from '../../../local/events/stream-position.ts';
import { feedFromStream, type StreamFeed } from '../../../local/events/table-stream.ts';
import { createTable } from '../../../local/stores/create-resources.ts';
import type { TableSpec } from '../../../shared/contract/resources.ts';
import { identity } from '../../support/service/local-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SPEC: TableSpec = {
  env: 'ITEMS_TABLE',
  partitionKey: { name: 'id', type: 'S' },
  stream: 'NEW_AND_OLD_IMAGES',
};

let folder: ReturnType<typeof temporaryFolder>;
let db: DynamoDBClient;
let onChange: (table: string) => void;

beforeEach(async () => {
  folder = temporaryFolder();
  onChange = () => {};
  const dataDir = path.join(folder.path, 'dynamodb');
  const server = await startDynamoDb({ dataDir, ...identity, onChange: (table) => onChange(table) });
  db = new DynamoDBClient({ endpoint: server.url, ...identity });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', server.url);
  vi.stubEnv('AWS_REGION', identity.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', identity.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', identity.credentials.secretAccessKey);
  await createTable(db, 'items', SPEC);
  return async () => {
    db.destroy();
    await server.close();
    folder[Symbol.dispose]();
  };
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function put(...ids: string[]): Promise<void> {
  for (const id of ids)
    await db.send(
      new PutItemCommand({
        TableName: 'items',
        Item: { id: { S: id }, bytes: { B: new TextEncoder().encode(id) } },
      }),
    );
}

const position = () => path.join(folder.path, 'streams', 'position.json');
const idOf = ({ dynamodb }: DynamoDBStreamEvent['Records'][number]) => dynamodb?.Keys?.id?.S ?? '';

interface Started extends StreamFeed {
  batches: string[][];
  events: DynamoDBStreamEvent[];
  errors: unknown[];
}

/** A feed of a function that fails at what `fails` says. */
function start(
  fails: (id: string) => boolean = () => false,
  options: Partial<Parameters<typeof feedFromStream>[1]> = {},
): Started {
  const started = { batches: [] as string[][], events: [] as DynamoDBStreamEvent[], errors: [] as unknown[] };
  const feed = feedFromStream('items', {
    position: positionFile(position()),
    eventNames: ['INSERT', 'MODIFY', 'REMOVE'],
    async invoke(event) {
      started.events.push(event);
      started.batches.push(event.Records.map(idOf));
      const failed = event.Records.find((record) => fails(idOf(record)));
      const itemIdentifier = failed?.dynamodb?.SequenceNumber;
      return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
    },
    onError: (error) => started.errors.push(error),
    ...options,
  });
  onTestFinished(() => feed.close());
  return { ...feed, ...started };
}

test('changes come in their order and in batches, as Lambda hands them to a function', async () => {
  const ids = Array.from({ length: 130 }, (_, n) => `item-${n}`);
  await put(...ids);
  const feed = start();
  await feed.look();
  expect(feed.batches).toEqual([ids.slice(0, 100), ids.slice(100)]);
  expect(feed.events[0]?.Records[0]).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    awsRegion: identity.region,
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      SequenceNumber: expect.any(String),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
      NewImage: { id: { S: 'item-0' }, bytes: { B: Buffer.from('item-0').toString('base64') } },
    },
  });
  await put('last');
  await feed.look();
  expect([feed.batches.at(-1), feed.errors]).toEqual([['last'], []]);
});

test('from the first that fails on they are repeated, before those behind, and the others are not', async () => {
  await put('a', 'b', 'c');
  let failures = 0;
  const feed = start((id) => id === 'b' && failures++ < 2);
  await feed.look();
  await put('d');
  await feed.look();
  await feed.look();
  expect(feed.batches).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c', 'd'],
    ['b', 'c', 'd'],
  ]);
  expect(feed.errors).toHaveLength(2);
});

test('what has failed is repeated a second later by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const repeated = Promise.withResolvers<void>();
  let calls = 0;
  await put('a');
  const feed = start(undefined, {
    async invoke() {
      calls += 1;
      if (calls === 1) throw new Error('failed');
      repeated.resolve();
      return { batchItemFailures: [] };
    },
  });
  await feed.look();
  expect([calls, feed.errors]).toEqual([1, [new Error('failed')]]);
  vi.advanceTimersByTime(999);
  expect(calls).toBe(1);
  vi.advanceTimersByTime(1);
  await repeated.promise;
  await feed.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure that names no item of the batch is one of all', async () => {
  await put('a', 'b');
  let answered = false;
  const batches: string[][] = [];
  const feed = start(undefined, {
    async invoke({ Records }) {
      batches.push(Records.map(idOf));
      if (answered) return { batchItemFailures: [] };
      answered = true;
      return { batchItemFailures: [{ itemIdentifier: 'unknown' }] };
    },
  });
  await feed.look();
  await feed.look();
  expect(batches).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('only the changes that the function is for reach it', async () => {
  const feed = start(undefined, { eventNames: ['MODIFY'] });
  await put('a', 'b');
  await db.send(
    new UpdateItemCommand({
      TableName: 'items',
      Key: { id: { S: 'a' } },
      UpdateExpression: 'REMOVE bytes',
    }),
  );
  await feed.look();
  await put('c');
  await feed.look();
  expect(feed.batches).toEqual([['a']]);
  expect(feed.events[0]?.Records[0]?.dynamodb).toMatchObject({
    OldImage: { bytes: {} },
    NewImage: { id: { S: 'a' } },
  });
});

test('a feed that follows goes on where the one before was, and repeats what was in progress', async () => {
  await put('a', 'b');
  const first = start();
  await first.look();
  await first.close();
  await put('c');
  const second = start((id) => id === 'c');
  await second.look();
  await second.close();
  const third = start();
  await third.look();
  expect([first.batches, second.batches, third.batches]).toEqual([[['a', 'b']], [['c']], [['c']]]);
});

test.each([
  ['is lost', async () => undefined],
  ['is damaged', async () => '{"stream":'],
  ['is of a table before this one', async () => '{"stream":"arn:other","shards":{"shard":"7"}}'],
])('where the position %s, everything that is left of the stream comes', async (_, content) => {
  await put('a');
  const kept = { read: positionFile(position()).read, write: async () => {} };
  const text = await content();
  await mkdir(path.dirname(position()));
  if (text !== undefined) await writeFile(position(), text);
  const feed = start(undefined, { position: kept });
  await feed.look();
  expect(feed.batches).toEqual([['a']]);
});

test('a position that cannot be kept is reported, and the function gets nothing twice', async () => {
  await put('a');
  let full = true;
  const feed = start(undefined, {
    position: {
      read: async () => null,
      async write() {
        if (full) throw new Error('ENOSPC');
      },
    },
  });
  await feed.look();
  full = false;
  await put('b');
  await feed.look();
  expect([feed.batches, feed.errors]).toEqual([[['a'], ['b']], [new Error('ENOSPC')]]);
});

test('a table that an earlier release has made gets its stream, and keeps it at the next start', async () => {
  const { stream: _, ...before } = SPEC;
  await createTable(db, 'older', before);
  const describe = async () => (await db.send(new DescribeTableCommand({ TableName: 'older' }))).Table;
  expect(await describe()).not.toHaveProperty('LatestStreamArn');
  await createTable(db, 'older', SPEC);
  const begun = await describe();
  expect(begun?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: SPEC.stream });
  await createTable(db, 'older', SPEC);
  expect((await describe())?.LatestStreamArn).toBe(begun?.LatestStreamArn);
});

test('calls during a pass share the one after it, and are answered when that has what they are about', async () => {
  const feed = start();
  onChange = () => void feed.look();
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => put(id)));
  await feed.look();
  expect(feed.batches.flat().toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(JSON.parse(await readFile(position(), 'utf8'))).toMatchObject({ shards: {} });
});

test('where nobody announces changes, the feed polls at the configured interval', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const heard = new Map(['a', 'b'].map((id) => [id, Promise.withResolvers<void>()]));
  const feed = start(
    (id) => {
      heard.get(id)?.resolve();
      return false;
    },
    { intervalMs: 500 },
  );
  for (const [id, { promise }] of heard) {
    await put(id);
    vi.advanceTimersByTime(499);
    expect(feed.batches.flat()).not.toContain(id);
    vi.advanceTimersByTime(1);
    await promise;
  }
  await feed.close();
  expect(vi.getTimerCount()).toBe(0);
});
