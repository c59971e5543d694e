import { isDeepStrictEqual } from 'node:util';
import type { TableSpec } from '../../shared/contract/resources.ts';

export type StoredItem = Record<string, unknown>;

/**
 * Write units of a table's secondary indexes for one write, which dynalite does not count: none if the projected entry
 * stays the same, one to add, remove or change it, two to move it (DynamoDB developer guide, "Provisioned throughput
 * considerations for global secondary indexes"). Entries are assumed to have at most 1 KB.
 */
export function indexWriteUnits(
  { partitionKey, sortKey, indexes = {} }: TableSpec,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): number {
  const tableKeys = [partitionKey, ...(sortKey ? [sortKey] : [])].map(({ name }) => name);
  let units = 0;
  for (const index of Object.values(indexes)) {
    const keys = [index.partitionKey, ...(index.sortKey ? [index.sortKey] : [])].map(({ name }) => name);
    const keyOf = (item: StoredItem | undefined) =>
      item !== undefined && keys.every((name) => name in item) ? keys.map((name) => item[name]) : undefined;
    const entryOf = (item: StoredItem | undefined) =>
      index.keysOnly ? [...keys, ...tableKeys].map((name) => item?.[name]) : item;
    const [from, to] = [keyOf(before), keyOf(after)];
    if (from === undefined && to === undefined) continue;
    if (from === undefined || to === undefined) units += 1;
    else if (!isDeepStrictEqual(from, to)) units += 2;
    else if (!isDeepStrictEqual(entryOf(before), entryOf(after))) units += 1;
  }
  return units;
}
