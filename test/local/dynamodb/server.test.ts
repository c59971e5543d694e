import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import type { LocalService } from '../../../local/protocol/aws-json-server.ts';
import { eventually } from '../../support/service/api.ts';
import { identity } from '../../support/service/local-services.ts';
import { spawnService } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { replaceBody } from '../../support/videos/replace-body.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
  return () => folder[Symbol.dispose]();
});

const connect = (url: string, config: object = {}) =>
  new DynamoDBClient({ endpoint: url, ...identity, maxAttempts: 1, ...config });

async function createTable(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: 'items',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: 'items' });
}
/** A table and its items as dynalite itself keeps them. */
async function levelDbTable(folder: string, TableName: string, items: readonly { id: { S: string } }[]) {
  const load = createRequire(import.meta.url);
  const store = load('dynalite/db').create({ path: folder, createTableMs: 0 });
  const run = (action: string, input: object) =>
    new Promise((resolve, reject) => {
      load(`dynalite/actions/${action}`)(store, input, (error: Error | null, output: unknown) =>
        error ? reject(error) : resolve(output),
      );
    });
  await run('createTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  await eventually(
    () => run('describeTable', { TableName }) as Promise<{ Table: { TableStatus: string } }>,
    ({ Table }) => Table.TableStatus === 'ACTIVE',
  );
  for (const Item of items) await run('putItem', { TableName, Item });
  await store.lifecycleManager.gracefulClose();
}

const put = (db: DynamoDBClient, id: string) =>
  db.send(new PutItemCommand({ TableName: 'items', Item: { id: { S: id } } }));

describe('in this process', () => {
  let server: LocalService;
  let db: DynamoDBClient;

  beforeEach(async () => {
    server = await startDynamoDb({ dataDir: folder.path, ...identity });
    db = connect(server.url);
    return async () => {
      db.destroy();
      await server.close();
    };
  });

  test('an item written to a new table is read back', async () => {
    await createTable(db);
    await put(db, 'a');
    const got = await db.send(new GetItemCommand({ TableName: 'items', Key: { id: { S: 'a' } } }));
    expect(got.Item).toEqual({ id: { S: 'a' } });
  });

  test('a table that was deleted is made again without the items that it had', async () => {
    await createTable(db);
    await put(db, 'a');
    await db.send(new DeleteTableCommand({ TableName: 'items' }));
    const names = async () => (await db.send(new ListTablesCommand({}))).TableNames;
    await eventually(names, (found) => found?.length === 0);
    await createTable(db);
    expect((await db.send(new ScanCommand({ TableName: 'items' }))).Items).toEqual([]);
  });

  test.each([
    ['with another secret', { secretAccessKey: 'wrong' }, 'InvalidSignatureException'],
    ['with an unknown key', { accessKeyId: 'somebody' }, 'UnrecognizedClientException'],
  ])('a request signed %s is refused', async (_, wrong, name) => {
    const client = connect(server.url, { credentials: { ...identity.credentials, ...wrong } });
    const attempt = client.send(new ListTablesCommand({})).finally(() => client.destroy());
    await expect(attempt).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  });

  test('an unsigned request is refused', async () => {
    const response = await fetch(server.url, { method: 'POST', body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    });
  });

  test.each(['null', '[]', '"text"', '7', '', '{', '{"TableName":null}', '{"Item":{"id":7}}'])(
    'the body %j gets an error and leaves the server running',
    async (body) => {
      const client = connect(server.url);
      replaceBody(client, body);
      await expect(put(client, 'a')).rejects.toMatchObject({ $fault: 'client' });
      client.destroy();
      expect((await db.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    },
  );

  test('data in use by another server is not opened twice', async () => {
    await expect(startDynamoDb({ dataDir: folder.path, ...identity })).rejects.toThrow('locked');
  });

  test('a port in use is an error, and the data can be opened afterwards', async () => {
    using other = temporaryFolder();
    const options = { dataDir: other.path, ...identity };
    const port = Number(new URL(server.url).port);
    await expect(startDynamoDb({ ...options, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await (await startDynamoDb(options)).close();
  });

  test('tables and items are there after a restart', async () => {
    await createTable(db);
    await put(db, 'a');
    await server.close();
    server = await startDynamoDb({ dataDir: folder.path, ...identity });
    db.destroy();
    db = connect(server.url);
    expect((await db.send(new ScanCommand({ TableName: 'items' }))).Items).toEqual([{ id: { S: 'a' } }]);
  });
});

test('no acknowledged write is lost when the process is killed amid writes', async () => {
  const first = await spawnService('dynamodb', folder.path);
  const db = connect(first.url);
  await createTable(db);
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  let killed = false;
  async function writeUntilItDies(writer: number): Promise<void> {
    for (let n = 0; ; n++) {
      const id = `${writer}-${n}`;
      const written = await put(db, id).catch((error: unknown) => {
        if (!killed) enough.reject(error);
      });
      if (written === undefined) return;
      acknowledged.push(id);
      if (acknowledged.length === 200) enough.resolve();
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => writeUntilItDies(writer));
  await enough.promise;
  killed = true;
  await first.kill();
  await Promise.all(writers);
  db.destroy();

  const second = await spawnService('dynamodb', folder.path);
  const reader = connect(second.url);
  const { Items = [] } = await reader.send(new ScanCommand({ TableName: 'items', ConsistentRead: true }));
  const found = new Set(Items.map(({ id }) => id?.S));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  reader.destroy();
  await second.kill();
});

test('tables that an earlier version kept in LevelDB are taken over, once', async () => {
  const tables = path.join(folder.path, 'tables');
  await levelDbTable(tables, 'items', [{ id: { S: 'a' } }, { id: { S: 'b' } }]);
  for (const _ of ['migrated', 'opened again']) {
    const server = await startDynamoDb({ dataDir: folder.path, ...identity });
    const db = connect(server.url);
    const { Items = [] } = await db.send(new ScanCommand({ TableName: 'items' }));
    expect(Items.map(({ id }) => id?.S).sort()).toEqual(['a', 'b']);
    db.destroy();
    await server.close();
  }
  expect(existsSync(tables)).toBe(false);
});

test('items of a table that is kept in memory take no room on the disk, and are gone after a restart', async () => {
  for (const _ of ['first', 'restarted']) {
    const server = await startDynamoDb({ dataDir: folder.path, inMemory: ['items'], ...identity });
    const db = connect(server.url);
    await createTable(db).catch(() => undefined);
    expect((await db.send(new ScanCommand({ TableName: 'items' }))).Items).toEqual([]);
    await put(db, 'a');
    expect((await db.send(new ScanCommand({ TableName: 'items' }))).Items).toEqual([{ id: { S: 'a' } }]);
    db.destroy();
    await server.close();
  }
});

test('more items than a page of the store holds come in order, both ways and by halves', async () => {
  const server = await startDynamoDb({ dataDir: folder.path, ...identity });
  const db = connect(server.url);
  await db.send(
    new CreateTableCommand({
      TableName: 'ranked',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'id', AttributeType: 'S' },
        { AttributeName: 'rank', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'id', KeyType: 'HASH' },
        { AttributeName: 'rank', KeyType: 'RANGE' },
      ],
    }),
  );
  await waitUntilTableExists({ client: db, maxWaitTime: 20, minDelay: 1 }, { TableName: 'ranked' });
  const ranks = Array.from({ length: 250 }, (_, rank) => rank);
  for (const rank of ranks) {
    await db.send(
      new PutItemCommand({ TableName: 'ranked', Item: { id: { S: 'a' }, rank: { N: `${rank}` } } }),
    );
  }
  const query = async (condition: string, values: Record<string, string>, more: object = {}) => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: 'ranked',
        KeyConditionExpression: `id = :id${condition}`,
        ExpressionAttributeValues: {
          ':id': { S: 'a' },
          ...Object.fromEntries(Object.entries(values).map(([name, N]) => [name, { N }])),
        },
        ...(condition !== '' && { ExpressionAttributeNames: { '#rank': 'rank' } }),
        ...more,
      }),
    );
    return Items.map(({ rank }) => Number(rank?.N));
  };
  expect(await query('', {})).toEqual(ranks);
  expect(await query('', {}, { ScanIndexForward: false })).toEqual(ranks.toReversed());
  expect(await query(' AND #rank > :low', { ':low': '99' })).toEqual(ranks.slice(100));
  expect(await query(' AND #rank BETWEEN :low AND :high', { ':low': '50', ':high': '199' })).toEqual(
    ranks.slice(50, 200),
  );
  expect(await query('', {}, { Limit: 120 })).toEqual(ranks.slice(0, 120));
  db.destroy();
  await server.close();
});
