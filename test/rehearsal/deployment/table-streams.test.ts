import { expect, test } from 'vitest';
import { TableStreams } from '../../../rehearsal/deployment/table-streams.ts';
import type { Resource } from '../../../rehearsal/template/resolve.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';

const TABLE_ARN = 'arn:aws:dynamodb:us-east-1:111122223333:table/outbox';

const resource = (type: string, ref: string, properties: object, arn = ref): Resource => ({
  id: ref,
  stack: 'vms',
  type,
  ref,
  arn,
  properties: { ...properties },
  metadata: {},
});

const MAPPING = {
  EventSourceArn: `${TABLE_ARN}/stream/now`,
  FunctionName: 'relay',
  FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  BatchSize: 3,
  MaximumRetryAttempts: 2,
};

/** Streams that feed a function which fails at what `fails` says, and the batches that it was given. */
function feeding(settings: object, fails: (id: string) => boolean = () => false) {
  const batches: string[][] = [];
  const failures: string[] = [];
  const keySchema = { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] };
  const streams = new TableStreams({
    resources: new Resources([
      resource('AWS::DynamoDB::GlobalTable', 'outbox', keySchema, TABLE_ARN),
      resource('AWS::Lambda::Function', 'relay', { Role: 'role' }),
      resource('AWS::IAM::Role', 'role', {}),
      resource('AWS::Lambda::EventSourceMapping', 'mapping', settings),
    ]),
    access: { authorize: () => undefined },
    functions: {
      async invoke(_, event) {
        const { Records } = event as {
          Records: { dynamodb: { SequenceNumber: string; NewImage: { id: { S: string } } } }[];
        };
        batches.push(Records.map(({ dynamodb }) => dynamodb.NewImage.id.S));
        const failed = Records.find(({ dynamodb }) => fails(dynamodb.NewImage.id.S));
        const itemIdentifier = failed?.dynamodb.SequenceNumber;
        const batchItemFailures = itemIdentifier === undefined ? [] : [{ itemIdentifier }];
        return { kind: 'answer', payload: JSON.stringify({ batchItemFailures }) };
      },
    },
    onFailure: (failure) => failures.push(failure),
  });
  for (const id of ['a', 'b', 'c', 'd']) streams.announce('outbox', { id: { S: id } });
  return { streams, batches, failures };
}

test('items come in their order, in batches of at most the size of the mapping', async () => {
  const { streams, batches, failures } = feeding(MAPPING);
  expect(streams.pending).toBe(4);
  await streams.close();
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  expect([streams.pending, failures]).toEqual([0, []]);
});

test('what comes from a failed item on is tried again, and given up after the attempts of the mapping', async () => {
  const { streams, batches, failures } = feeding(MAPPING, (id) => id === 'c');
  await streams.close();
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['c', 'd'], ['c', 'd']]);
  expect([streams.pending, failures.length]).toEqual([0, 3]);
});

test('without partial answers a batch is taken whatever the function answers', async () => {
  const { FunctionResponseTypes: _, ...whole } = MAPPING;
  const { streams, batches } = feeding(whole, (id) => id === 'c');
  await streams.close();
  expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
});

test.each([
  ['a setting that nothing here acts on', { ...MAPPING, TumblingWindowInSeconds: 2 }],
  ['items that are changed', { ...MAPPING, FilterCriteria: { Filters: [{ Pattern: '{}' }] } }],
])('a mapping with %s cannot be rehearsed', (_, settings) => {
  expect(() => feeding(settings)).toThrow(/not known to the rehearsal|more than new items/);
});

test('items that are held wait, are delivered once that ends, and belong to the next deployment otherwise', async () => {
  const { streams, batches } = feeding(MAPPING);
  await streams.close();
  const delivered = batches.length;
  const deliver = streams.hold('relay');
  streams.announce('outbox', { id: { S: 'e' } });
  expect([streams.feeds('relay'), streams.pending, batches.length]).toEqual([true, 0, delivered]);
  expect(streams.undelivered()).toEqual([{ table: 'outbox', item: { id: { S: 'e' } } }]);
  deliver();
  await streams.close();
  expect([batches.at(-1), streams.undelivered()]).toEqual([['e'], []]);
});
