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
  const found: Differences = { put: 0, deleted: 0, same: 0 };

  const settle = async (standing: Item | null, want: Item | null): Promise<void> => {
    if (isDeepStrictEqual(standing, want)) {
      if (want !== null) found.same++;
    } else if (want !== null) {
      found.put++;
      if (apply) await putItem(name, want);
    } else if (standing !== null) {
      found.deleted++;
      if (apply) await deleteItem(name, keyOf(standing));
    }
  };

  /** Calls `each` with all items of one table, and with those of the same keys in the other. */
  const compare = async (
    [first, second]: readonly [string, string],
    each: (item: Item, other: Item | null) => Promise<void>,
  ): Promise<void> => {
    const segments = Array.from({ length: SEGMENTS }, async (_, segment) => {
      for await (const page of scanSegment(first, segment, SEGMENTS)) {
        for (const items of slices(page, BATCH)) {
          const others = await getItems(second, items.map(keyOf));
          const byKey = new Map(others.map((other) => [nameOf(other), other]));
          for (const some of slices(items, WRITES))
            await Promise.all(some.map((item) => each(item, byKey.get(nameOf(item)) ?? null)));
        }
      }
    });
    await Promise.all(segments);
  };

  await compare([copy, name], (copied, standing) => settle(standing, wanted(copied, standing)));
  await compare([name, copy], async (standing, copied) => {
    if (copied === null) await settle(standing, wanted(null, standing));
  });
  return found;
}
