/** What an update of the stacks does to the stores of a deployment, and what it may not do. */
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { type RehearsalStores, startStores } from '../../../rehearsal/stores/start-stores.ts';
import { updateStores } from '../../../rehearsal/stores/update-stores.ts';
import type { Resource } from '../../../rehearsal/template/resolve.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const PLACE = { region: 'us-east-1', accountId: '111122223333' };
const QUEUE_URL = 'https://sqs.us-east-1.amazonaws.com/111122223333/work';

const resource = (type: string, ref: string, properties: object = {}): Resource => ({
  id: ref,
  stack: 'vms-dev',
  type,
  ref,
  arn: ref,
  properties: { ...properties },
  metadata: {},
});

const index = (name: string, attribute: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: attribute, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
});

/** A table whose items have an id, and may have an owner and a state. */
const table = (
  { key = 'id', type = 'S' }: { key?: string; type?: string } = {},
  ...indexes: ReturnType<typeof index>[]
): Resource => {
  const named = [key, ...indexes.flatMap(({ KeySchema }) => KeySchema.map((one) => one.AttributeName))];
  return resource('AWS::DynamoDB::GlobalTable', 'videos', {
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    AttributeDefinitions: named.map((AttributeName) => ({
      AttributeName,
      AttributeType: AttributeName === key ? type : 'S',
    })),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  });
};
const queue = (VisibilityTimeout: number): Resource =>
  resource('AWS::SQS::Queue', QUEUE_URL, { VisibilityTimeout });

async function started(): Promise<RehearsalStores> {
  const stores = await startStores(await temporaryFolder('stores'), PLACE, {
    onObjectCreated: async () => undefined,
  });
  afterFile(stores.close);
  return stores;
}

test('a table gets an index that has its items, other tables too keep theirs, and a queue gets other times', async () => {
  const stores = await started();
  const kept = resource('AWS::DynamoDB::GlobalTable', 'kept', table().properties);
  const before = await updateStores([], [table(), kept, queue(30)], stores);
  const client = () =>
    new DynamoDBClient({
      endpoint: stores.endpoints.dynamodb,
      credentials: stores.credentials,
      region: PLACE.region,
    });
  const first = client();
  for (const TableName of ['videos', 'kept'])
    await first.send(new PutItemCommand({ TableName, Item: { id: { S: '1' }, owner: { S: 'ann' } } }));
  first.destroy();

  // The other table is no longer in the templates, and stays.
  const after = await updateStores(before, [table({}, index('by-owner', 'owner')), queue(60)], stores);
  expect(after.map(({ ref }) => ref)).toEqual(['kept', 'videos', QUEUE_URL]);
  const second = client();
  const query = (TableName: string, IndexName?: string) =>
    second.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: IndexName === undefined ? 'id = :v' : '#o = :v',
        ...(IndexName !== undefined && { ExpressionAttributeNames: { '#o': 'owner' } }),
        ExpressionAttributeValues: { ':v': { S: IndexName === undefined ? '1' : 'ann' } },
      }),
    );
  expect((await query('videos', 'by-owner')).Items).toEqual([{ id: { S: '1' }, owner: { S: 'ann' } }]);
  expect((await query('kept')).Count).toBe(1);
  second.destroy();
  const sqs = new SQSClient({
    endpoint: stores.endpoints.sqs,
    credentials: stores.credentials,
    region: PLACE.region,
    useQueueUrlAsEndpoint: false,
  });
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: QUEUE_URL, AttributeNames: ['VisibilityTimeout'] }),
  );
  sqs.destroy();
  expect(Attributes).toEqual({ VisibilityTimeout: '60' });
});

test.each([
  ['other keys', [table({ key: 'other' })], 'replaced by an empty table'],
  ['another type of its key', [table({ type: 'N' })], 'replaced by an empty table'],
  ['two indexes more', [table({}, index('a', 'a'), index('b', 'b'))], '2 changes of its indexes'],
])('a table with %s is refused', async (_, wanted, problem) => {
  await expect(updateStores([table()], wanted, {} as RehearsalStores)).rejects.toThrow(problem);
});

const streaming = (of: Resource, StreamViewType = 'NEW_IMAGE'): Resource => ({
  ...of,
  properties: { ...of.properties, StreamSpecification: { StreamViewType } },
});

test('a table gets a stream, which announces none of its items when it gets an index, and loses it', async () => {
  const changed: string[] = [];
  const stores = await startStores(await temporaryFolder('stores'), PLACE, {
    onObjectCreated: async () => undefined,
    onTableChanged: (name) => changed.push(name),
  });
  afterFile(stores.close);
  const put = async (id: string): Promise<void> => {
    const { credentials, endpoints } = stores;
    const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, credentials, region: PLACE.region });
    await client.send(new PutItemCommand({ TableName: 'videos', Item: { id: { S: id } } }));
    client.destroy();
  };
  let existing = await updateStores([], [table()], stores);
  await put('a');
  expect(changed).toEqual([]);
  existing = await updateStores(existing, [streaming(table())], stores);
  await put('b');
  expect(changed).toEqual(['videos']);
  existing = await updateStores(existing, [streaming(table({}, index('by-owner', 'owner')))], stores);
  expect(changed).toEqual(['videos']);
  await put('c');
  expect(changed).toEqual(['videos', 'videos']);
  await updateStores(existing, [table({}, index('by-owner', 'owner'))], stores);
  await put('d');
  expect(changed).toEqual(['videos', 'videos']);
});

test('a stream that changes is refused', async () => {
  const update = updateStores([streaming(table())], [streaming(table(), 'KEYS_ONLY')], {} as RehearsalStores);
  await expect(update).rejects.toThrow('cannot get another one');
});

test('an index that changes under its name is refused', async () => {
  const [before, after] = [table({}, index('a', 'a')), table({}, index('a', 'b'))];
  await expect(updateStores([before], [after], {} as RehearsalStores)).rejects.toThrow('2 changes');
});

test('a queue is not deleted with its messages', async () => {
  await expect(updateStores([queue(30)], [], {} as RehearsalStores)).rejects.toThrow('with its messages');
});
