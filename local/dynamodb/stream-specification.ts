import * as z from 'zod';
import { dynamoDbError } from './errors.ts';
import { parseInput, type Store, step } from './operation.ts';
import { type DescribedTable, STREAM_VIEWS } from './table-changes.ts';

const specification = z.discriminatedUnion('StreamEnabled', [
  z.object({ StreamEnabled: z.literal(true), StreamViewType: z.enum(STREAM_VIEWS) }),
  z.object({ StreamEnabled: z.literal(false) }),
]);

type Specification = z.output<typeof specification>;
type StreamFields = Pick<DescribedTable, 'StreamSpecification' | 'LatestStreamArn' | 'LatestStreamLabel'>;

function newStream({ tableDb, now }: Store, table: string, wanted: Specification): StreamFields {
  if (!wanted.StreamEnabled) return {};
  const label = new Date(now()).toISOString().slice(0, -1);
  return {
    StreamSpecification: wanted,
    LatestStreamLabel: label,
    LatestStreamArn: `arn:aws:dynamodb:${tableDb.awsRegion}:${tableDb.awsAccountId}:table/${table}/stream/${label}`,
  };
}

const created = z.object({ TableName: z.string(), StreamSpecification: specification.optional() });

/** What CreateTable says of a stream, in the form in which a table is described: dynalite passes over it. */
export function createdStream(store: Store, input: object): StreamFields {
  const { TableName, StreamSpecification: wanted } = parseInput(created, input);
  return wanted === undefined ? {} : newStream(store, TableName, wanted);
}

/** Begins or ends the stream of a table; nothing else of it can be changed. What an ended one had is gone at once. */
export const updateTable = step(
  z.object({ TableName: z.string(), StreamSpecification: specification }),
  (store, { TableName, StreamSpecification: wanted }) => {
    const described = store.describe(TableName);
    if (described === undefined) {
      throw dynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${TableName}`);
    }
    const { StreamSpecification: _, LatestStreamArn: stream, LatestStreamLabel: __, ...table } = described;
    if (table.TableStatus !== 'ACTIVE') {
      throw dynamoDbError('ResourceInUseException', `Table is being changed: ${TableName}`);
    }
    if (wanted.StreamEnabled === (stream !== undefined)) {
      const already = wanted.StreamEnabled ? 'already has an enabled stream' : 'has no stream to disable';
      throw dynamoDbError('ValidationException', `Table ${already}: TableName: ${TableName}`);
    }
    if (stream !== undefined) store.journalOf(TableName).drop(stream);
    const TableDescription = { ...table, ...newStream(store, TableName, wanted) };
    store.tableDb.put(TableName, TableDescription, (error) => {
      if (error) throw error;
    });
    return { TableDescription };
  },
  { writes: true },
);
