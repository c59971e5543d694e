import { isDeepStrictEqual } from 'node:util';
import { TABLES, type TableSpec } from '../../contract/resources.ts';
import type { RestoredTable } from '../../contract/restore.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { tableName } from '../dynamodb/client.ts';
import { getItems, type Item, scanSegment } from '../dynamodb/read.ts';
import { deleteItem, putItem } from '../dynamodb/write.ts';

/** The item that there is to be, of that in the copy and that in the table; null: none. */
export type Wanted = (copied: Item | null, standing: Item | null) => Item | null;

/** Items of a table: those that are put, deleted, and left as they are. */
export interface Differences {
  put: number;
  deleted: number;
  same: number;
}

interface Comparison {
  /** Name of the copy. */
  copy: string;
  wanted: Wanted;
  /** Whether the differences are removed, or only counted. */
  apply: boolean;
}

/** Parts of a table that are read at a time: each reads its page, then writes what differs. */
const SEGMENTS = 8;
const BATCH = 100;
/** Writes of one segment at a time. */
const WRITES = 10;

const slices = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/**
 * Makes a table equal to a copy, by writes of what differs alone: indexes, streams, protection and what CloudFormation knows stay.
 * It needs no more memory for more items, and can be repeated, also after it broke off.
 */
export async function makeEqual(
  environment: Environment,
  table: RestoredTable,
  { copy, wanted, apply }: Comparison,
): Promise<Differences> {
  const name = tableName(environment, table);
  const { partitionKey, sortKey }: TableSpec = TABLES[table];
  const keyNames = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])].map((key) => key.name);
  const keyOf = (item: Item): Item => Object.fromEntries(keyNames.map((key) => [key, item[key]]));
  const nameOf = (item: Item): string => JSON.stringify(Object.values(keyOf(item)));
  const counts: Differences = { put: 0, deleted: 0, same: 0 };

  const settle = async (standing: Item | null, want: Item | null): Promise<void> => {
    if (isDeepStrictEqual(standing, want)) {
      if (want !== null) counts.same++;
    } else if (want !== null) {
      counts.put++;
      if (apply) await putItem(name, want);
    } else if (standing !== null) {
      counts.deleted++;
      if (apply) await deleteItem(name, keyOf(standing));
    }
  };

  /** Calls `work` with all items of a table, some at a time. */
  const inBatches = async (
    scanned: string,
    work: (items: readonly Item[]) => Promise<void>,
    names?: readonly string[],
  ): Promise<void> => {
    const segments = Array.from({ length: SEGMENTS }, async (_, segment) => {
      for await (const page of scanSegment(scanned, { segment, of: SEGMENTS }, names))
        for (const items of slices(page, BATCH)) await work(items);
    });
    await Promise.all(segments);
  };
  const settleAll = async (pairs: readonly { standing: Item | null; want: Item | null }[]): Promise<void> => {
    for (const some of slices(pairs, WRITES))
      await Promise.all(some.map(({ standing, want }) => settle(standing, want)));
  };

  await inBatches(copy, async (items) => {
    const found = new Map((await getItems(name, items.map(keyOf))).map((item) => [nameOf(item), item]));
    await settleAll(
      items.map((copied) => {
        const standing = found.get(nameOf(copied)) ?? null;
        return { standing, want: wanted(copied, standing) };
      }),
    );
  });
  // Keys are enough to find what the copy does not have.
  await inBatches(
    name,
    async (keys) => {
      const copied = new Set((await getItems(copy, keys, keyNames)).map(nameOf));
      const later = keys.filter((key) => !copied.has(nameOf(key)));
      const found = await getItems(name, later);
      await settleAll(found.map((standing) => ({ standing, want: wanted(null, standing) })));
    },
    keyNames,
  );
  return counts;
}
