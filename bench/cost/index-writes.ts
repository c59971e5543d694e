import { isDeepStrictEqual } from 'node:util';
import type { TableSpec } from '../../shared/contract/resources.ts';

export type StoredItem = Record<string, unknown>;

/** Write units of one partition key of a secondary index. */
interface IndexWrite {
  readonly index: string;
  readonly key: string;
  readonly units: number;
}

/**
 * Writes to a table's secondary indexes for one write, which dynalite does not count: none if the projected entry stays the
 * same, one unit to add, remove or change it, two to move it (DynamoDB developer guide, "Provisioned throughput considerations
 * for global secondary indexes"). Entries are assumed to have at most 1 KB.
 */
export function indexWrites(
  { partitionKey, sortKey, indexes = {} }: TableSpec,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): IndexWrite[] {
  const tableKeys = [partitionKey, ...(sortKey ? [sortKey] : [])].map(({ name }) => name);
  return Object.entries(indexes).flatMap(([name, index]) => {
    const keys = [index.partitionKey, ...(index.sortKey ? [index.sortKey] : [])].map(({ name }) => name);
    const keyOf = (item: StoredItem | undefined) =>
      item !== undefined && keys.every((name) => name in item) ? keys.map((name) => item[name]) : undefined;
    const entryOf = (item: StoredItem | undefined) =>
      index.keysOnly ? [...keys, ...tableKeys].map((name) => item?.[name]) : item;
    const [from, to] = [keyOf(before), keyOf(after)];
    const write = ([key]: unknown[]): IndexWrite => ({ index: name, key: String(key), units: 1 });
    if (from !== undefined && to !== undefined && isDeepStrictEqual(from, to))
      return isDeepStrictEqual(entryOf(before), entryOf(after)) ? [] : [write(to)];
    return [from, to].filter((key) => key !== undefined).map(write);
  });
}

export const indexWriteUnits = (...given: Parameters<typeof indexWrites>): number =>
  indexWrites(...given).reduce((sum, { units }) => sum + units, 0);
