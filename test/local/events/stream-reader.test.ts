import type { DynamoDBStreamsClient, _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import type { StreamPosition } from '../../../local/events/stream-position.ts';
import { StreamReader } from '../../../local/events/stream-reader.ts';

interface StoredShard {
  parent?: string;
  numbers: string[];
  closed?: boolean;
}

const named = (name: string): Error => Object.assign(new Error(name), { name });

/** A DynamoDB whose shards close and have children, as the embedded one's do not. */
function dynamoDb(shards: Record<string, StoredShard>) {
  const asked: string[] = [];
  /** Thrown once, in place of the next answer to this operation. */
  const failures = new Map<string, Error>();
  const answers: Record<string, (input: Record<string, string>) => object> = {
    ListStreams: () => ({
      Streams: [
        { StreamArn: 'new', StreamLabel: '2026-02-01' },
        { StreamArn: 'old', StreamLabel: '2026-01-01' },
      ],
    }),
    DescribeStream({ ExclusiveStartShardId: start }) {
      // One shard a page.
      const ids = Object.keys(shards);
      const at = start === undefined ? 0 : ids.indexOf(start) + 1;
      const [id = '', next] = ids.slice(at);
      return {
        StreamDescription: {
          Shards: [{ ShardId: id, ParentShardId: shards[id]?.parent }],
          ...(next !== undefined && { LastEvaluatedShardId: id }),
        },
      };
    },
    GetShardIterator({ ShardId = '', ShardIteratorType, SequenceNumber = '' }) {
      asked.push(`${ShardId} ${ShardIteratorType} ${SequenceNumber}`.trim());
      const at = shards[ShardId]?.numbers.indexOf(SequenceNumber) ?? -1;
      return { ShardIterator: `${ShardId} ${at + 1}` };
    },
    GetRecords({ ShardIterator = '', Limit }) {
      const [id = '', from] = ShardIterator.split(' ');
      const { numbers = [], closed = false } = shards[id] ?? {};
      const end = Number(from) + Math.min(Number(Limit), numbers.length - Number(from));
      return {
        Records: numbers.slice(Number(from), end).map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
        ...((!closed || end < numbers.length) && { NextShardIterator: `${id} ${end}` }),
      };
    },
  };
  const client = {
    async send(command: { constructor: { name: string }; input: Record<string, string> }) {
      const name = command.constructor.name.replace('Command', '');
      const failure = failures.get(name);
      failures.delete(name);
      if (failure !== undefined) throw failure;
      return answers[name]?.(command.input);
    },
  } as unknown as DynamoDBStreamsClient;
  return { client, asked, failures };
}

function readerOf(client: DynamoDBStreamsClient, kept: StreamPosition | null = null) {
  const written: StreamPosition[] = [];
  const reader = new StreamReader({
    client,
    table: 'items',
    position: { read: async () => kept, write: async (next) => void written.push(structuredClone(next)) },
  });
  return { reader, written };
}

/** The numbers of all records that there are, each dealt with at once. */
async function readAll(reader: StreamReader, limit = 2): Promise<string[]> {
  const numbers: string[] = [];
  for (let records: StreamRecord[] = []; ; ) {
    records = await reader.read(limit);
    const last = records.at(-1);
    if (last === undefined) return numbers;
    numbers.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''));
    await reader.advance(last);
  }
}

test('a closed shard is read to its end before those that have come of it', async () => {
  const shards: Record<string, StoredShard> = {
    child: { parent: 'root', numbers: ['4'] },
    grandchild: { parent: 'child', numbers: ['6'] },
    root: { parent: 'gone', numbers: ['1', '2', '3'], closed: true },
  };
  const { client } = dynamoDb(shards);
  const { reader, written } = readerOf(client);
  expect(await readAll(reader)).toEqual(['1', '2', '3', '4']);
  shards.child = { parent: 'root', numbers: ['4', '5'], closed: true };
  expect(await readAll(reader)).toEqual(['5', '6']);
  expect(written.at(-1)).toEqual({ stream: 'new', shards: { root: null, child: null, grandchild: '6' } });
});

test('shards that have come of a closed one are found, and those that are gone are forgotten', async () => {
  const shards: Record<string, StoredShard> = { root: { numbers: ['1'] } };
  const { client } = dynamoDb(shards);
  const { reader, written } = readerOf(client);
  expect(await readAll(reader)).toEqual(['1']);
  shards.root = { numbers: ['1'], closed: true };
  shards.child = { parent: 'root', numbers: ['2'] };
  expect(await readAll(reader)).toEqual(['2']);
  delete shards.root;
  shards.child = { parent: 'root', numbers: ['2'], closed: true };
  shards.last = { parent: 'child', numbers: ['3'] };
  expect(await readAll(reader)).toEqual(['3']);
  expect(written.at(-1)).toEqual({ stream: 'new', shards: { child: null, last: '3' } });
});

test('records that were not dealt with are read again, and those that were are not', async () => {
  const { client } = dynamoDb({ root: { numbers: ['1', '2', '3'] } });
  const { reader } = readerOf(client, { stream: 'new', shards: { root: '1' } });
  const [second] = await reader.read(2);
  expect(second?.dynamodb?.SequenceNumber).toBe('2');
  expect(await readAll(reader)).toEqual(['2', '3']);
});

test('what was removed before it was read is passed over, and an iterator that is too old is asked for again', async () => {
  const { client, asked, failures } = dynamoDb({ root: { numbers: ['7', '8'] } });
  const { reader } = readerOf(client, { stream: 'new', shards: { root: '1' } });
  failures.set('GetShardIterator', named('TrimmedDataAccessException'));
  expect(await readAll(reader)).toEqual(['7', '8']);
  expect(asked[0]).toBe('root TRIM_HORIZON');
  failures.set('GetRecords', named('ExpiredIteratorException'));
  expect(await readAll(reader)).toEqual([]);
  expect(asked.at(-1)).toBe('root AFTER_SEQUENCE_NUMBER 8');
});

test('a stream that is gone is looked for anew', async () => {
  const { client, failures } = dynamoDb({ root: { numbers: ['1'] } });
  const { reader } = readerOf(client, { stream: 'old', shards: { root: '1' } });
  failures.set('GetRecords', named('ResourceNotFoundException'));
  await expect(reader.read(1)).rejects.toThrow('ResourceNotFoundException');
  expect(await readAll(reader)).toEqual(['1']);
});
