import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import { TableStreams, type UndeliveredRecords } from '../../../rehearsal/deployment/table-streams.ts';
import type { Resource } from '../../../rehearsal/template/resolve.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';

const arnOf = (table: string) => `arn:aws:dynamodb:us-east-1:111122223333:table/${table}`;

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
  EventSourceArn: `${arnOf('outbox')}/stream/now`,
  FunctionName: 'relay',
  FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  BatchSize: 3,
  MaximumRetryAttempts: 2,
};

const record = (id: string, eventName: StreamRecord['eventName'] = 'INSERT'): StreamRecord => ({
  eventName,
  dynamodb: { SequenceNumber: id, Keys: { id: { S: id } } },
});

interface Feeding {
  settings?: object[];
  fails?: (id: string) => boolean;
  undelivered?: UndeliveredRecords[];
}

/** Streams that feed a function which fails at what `fails` says, and the batches that it was given. */
function feeding({ settings = [MAPPING], fails = () => false, undelivered = [] }: Feeding = {}) {
  const batches: string[][] = [];
  const failures: string[] = [];
  const written = new Map<string, StreamRecord[]>([
    ['outbox', []],
    ['videos', []],
  ]);
  const tables = [...written.keys()].map((name) =>
    resource('AWS::DynamoDB::GlobalTable', name, {}, arnOf(name)),
  );
  const streams = new TableStreams({
    resources: new Resources([
      ...tables,
      resource('AWS::Lambda::Function', 'relay', { Role: 'role' }),
      resource('AWS::IAM::Role', 'role', {}),
      ...settings.map((one, n) => resource('AWS::Lambda::EventSourceMapping', `mapping-${n}`, one)),
    ]),
    access: { authorize: () => undefined },
    open: (table) => ({
      read: async (limit) => (written.get(table) ?? []).slice(0, limit),
      async advance(last) {
        const left = written.get(table) ?? [];
        left.splice(0, left.indexOf(last) + 1);
      },
    }),
    functions: {
      async invoke(_, event) {
        const { Records } = event as { Records: { dynamodb: { SequenceNumber: string } }[] };
        const ids = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
        batches.push(ids);
        const itemIdentifier = ids.find(fails);
        const batchItemFailures = itemIdentifier === undefined ? [] : [{ itemIdentifier }];
        return { kind: 'answer', payload: JSON.stringify({ batchItemFailures }) };
      },
    },
    onFailure: (failure) => failures.push(failure),
    undelivered,
  });
  const write = (table: string, ...records: StreamRecord[]): void => {
    written.get(table)?.push(...records);
    streams.announce(table);
  };
  return { streams, batches, failures, write };
}

const FOUR = ['a', 'b', 'c', 'd'].map((id) => record(id));

test('records come in their order, in batches of at most the size of the mapping', async () => {
  const { streams, batches, failures, write } = feeding();
  write('outbox', ...FOUR);
  expect(streams.pending).toBe(1);
  await streams.close();
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
  expect([streams.pending, failures]).toEqual([0, []]);
});

test('what is there before a deployment begins comes too, first what the one before has left', async () => {
  const undelivered = [{ table: 'outbox', records: [record('z')] }];
  const { streams, batches, write } = feeding({ undelivered });
  write('outbox', record('a'));
  await streams.close();
  streams.start();
  await streams.close();
  expect(batches).toEqual([['z'], ['a']]);
});

test('what comes from a failed record on is tried again, and given up after the attempts of the mapping', async () => {
  const { streams, batches, failures, write } = feeding({ fails: (id) => id === 'b' });
  write('outbox', ...FOUR);
  await streams.close();
  expect(batches).toEqual([['a', 'b', 'c'], ['b', 'c'], ['b', 'c'], ['d']]);
  expect([streams.pending, failures.length]).toEqual([0, 3]);
});

test('without partial answers a batch is taken whatever the function answers', async () => {
  const { FunctionResponseTypes: _, ...whole } = MAPPING;
  const { streams, batches, write } = feeding({ settings: [whole], fails: (id) => id === 'c' });
  write('outbox', ...FOUR);
  await streams.close();
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('a function has streams of several tables, each filtered by its own mapping', async () => {
  const all = { ...MAPPING, EventSourceArn: `${arnOf('videos')}/stream/now`, FilterCriteria: undefined };
  const { FilterCriteria: _, ...unfiltered } = all;
  const { streams, batches, write } = feeding({ settings: [MAPPING, unfiltered] });
  write('outbox', record('a', 'MODIFY'), record('b'), record('c', 'REMOVE'));
  await streams.close();
  write('videos', record('d', 'MODIFY'), record('e', 'REMOVE'));
  await streams.close();
  expect(batches).toEqual([['b'], ['d', 'e']]);
});

test.each([
  ['a setting that nothing here acts on', [{ ...MAPPING, TumblingWindowInSeconds: 2 }]],
  [
    'a filter by what is in an item',
    [{ ...MAPPING, FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{}}}' }] } }],
  ],
  ['another one that reads its stream', [MAPPING, MAPPING]],
])('a mapping with %s cannot be rehearsed', (_, settings) => {
  expect(() => feeding({ settings })).toThrow(/not known to the rehearsal|more than names|Two mappings/);
});

test('records that are held wait, are delivered once that ends, and belong to the next deployment otherwise', async () => {
  const { streams, batches, write } = feeding();
  const deliver = streams.hold('relay');
  write('outbox', record('e'));
  expect([streams.feeds('relay'), streams.pending, batches]).toEqual([true, 0, []]);
  deliver();
  await streams.close();
  expect(batches).toEqual([['e']]);
  streams.hold('relay');
  write('outbox', ...FOUR);
  expect(await streams.undelivered()).toEqual([{ table: 'outbox', records: FOUR }]);
});
