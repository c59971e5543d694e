import * as z from 'zod';
import { dynamoDbError } from './errors.ts';
import { type Operation, type Store, step } from './operation.ts';
import type { DescribedTable } from './table-changes.ts';

/** A table has one, which never closes. */
const SHARD_ID = 'shardId-00000000000000000001-00000001';
/** DynamoDB's for an answer. */
const MAX_BYTES = 1024 * 1024;
const MAX_RECORDS = 1000;
const DIGITS = 21;

const numbered = (sequence: number): string => String(sequence).padStart(DIGITS, '0');

const stream = z.object({ StreamArn: z.string() });
const sequenceNumber = z.string().regex(/^\d{1,40}$/);

/** An iterator, which clients do not read: what comes next is behind this number. */
const position = z.object({
  stream: z.string(),
  after: z.int(),
  /** Whether the client has shown by a number that it has what is before it. */
  isRead: z.boolean(),
});

const iterator = z.codec(z.string(), position, {
  decode(text, context) {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString());
    } catch {
      context.issues.push({ code: 'custom', input: text, message: 'Invalid ShardIterator' });
      return z.NEVER;
    }
  },
  encode: (value) => Buffer.from(JSON.stringify(value)).toString('base64url'),
});

function streamed(store: Store, arn: string): DescribedTable {
  const [, name = ''] = /:table\/([^/]+)\/stream\//.exec(arn) ?? [];
  const table = store.describe(name);
  if (table === undefined || table.LatestStreamArn !== arn) {
    throw dynamoDbError(
      'ResourceNotFoundException',
      `Requested resource not found: Stream: ${arn} not found`,
    );
  }
  return table;
}

const summaryOf = ({ TableName, LatestStreamArn, LatestStreamLabel }: DescribedTable) => ({
  StreamArn: LatestStreamArn,
  StreamLabel: LatestStreamLabel,
  TableName,
});

const listStreams = step(z.object({ TableName: z.string().optional() }), (store, { TableName }) => ({
  Streams: store
    .streamed()
    .filter((table) => TableName === undefined || table.TableName === TableName)
    .map(summaryOf),
}));

const describeStream = step(stream, (store, { StreamArn }) => {
  const table = streamed(store, StreamArn);
  return {
    StreamDescription: {
      ...summaryOf(table),
      StreamStatus: 'ENABLED',
      StreamViewType: table.StreamSpecification?.StreamViewType,
      KeySchema: table.KeySchema,
      Shards: [{ ShardId: SHARD_ID, SequenceNumberRange: { StartingSequenceNumber: numbered(1) } }],
    },
  };
});

const getShardIterator = step(
  z.intersection(
    stream.extend({ ShardId: z.literal(SHARD_ID) }),
    z.discriminatedUnion('ShardIteratorType', [
      z.object({ ShardIteratorType: z.enum(['TRIM_HORIZON', 'LATEST']) }),
      z.object({
        ShardIteratorType: z.enum(['AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER']),
        SequenceNumber: sequenceNumber,
      }),
    ]),
  ),
  (store, input) => {
    const { TableName } = streamed(store, input.StreamArn);
    const numbers = {
      TRIM_HORIZON: () => 0,
      LATEST: () => store.journalOf(TableName).last(input.StreamArn),
    };
    const after =
      'SequenceNumber' in input
        ? Number(input.SequenceNumber) - (input.ShardIteratorType === 'AT_SEQUENCE_NUMBER' ? 1 : 0)
        : numbers[input.ShardIteratorType]();
    const isRead = input.ShardIteratorType === 'AFTER_SEQUENCE_NUMBER';
    return { ShardIterator: iterator.encode({ stream: input.StreamArn, after, isRead }) };
  },
);

/**
 * The stream has one reader, which goes on after what it has dealt with: what is before that is removed. One that begins elsewhere,
 * as a person does who looks into a stream, takes nothing away from it.
 */
const getRecords = step(
  z.object({ ShardIterator: iterator, Limit: z.int().min(1).max(MAX_RECORDS).default(MAX_RECORDS) }),
  (store, { ShardIterator: { stream: arn, after, isRead }, Limit }) => {
    const { TableName, StreamSpecification } = streamed(store, arn);
    const journal = store.journalOf(TableName);
    const entries = journal.after(arn, after, Limit, MAX_BYTES);
    if (isRead) journal.noteRead(arn, after);
    const last = entries.at(-1)?.sequence ?? after;
    return {
      Records: entries.map(({ sequence, at, change }) => {
        const { eventName, ...images } = JSON.parse(change) as { eventName: string };
        return {
          eventID: `${arn.split(':table/')[1]}/${sequence}`,
          eventName,
          eventVersion: '1.1',
          eventSource: 'aws:dynamodb',
          awsRegion: store.tableDb.awsRegion,
          dynamodb: {
            ApproximateCreationDateTime: Math.floor(at / 1000),
            ...images,
            SequenceNumber: numbered(sequence),
            SizeBytes: Buffer.byteLength(change),
            StreamViewType: StreamSpecification?.StreamViewType,
          },
        };
      }),
      // What it has got so far is not known to be dealt with.
      NextShardIterator: iterator.encode({ stream: arn, after: last, isRead: isRead && last === after }),
    };
  },
);

/** The operations of DynamoDB Streams, by their names in the protocol. */
export const STREAM_OPERATIONS: Readonly<Record<string, Operation>> = {
  ListStreams: listStreams,
  DescribeStream: describeStream,
  GetShardIterator: getShardIterator,
  GetRecords: getRecords,
};
