import { RESTORED_TABLES, type RestoredTable } from '../../contract/restore.ts';
import { type Differences, makeEqual } from '../../stores/restore/make-equal.ts';
import { bringBackObjects, removeLaterObjects } from './restore-objects.ts';
import type { RestoreStores } from './restore-stores.ts';
import { WANTED } from './wanted-items.ts';

/** How often it is looked whether copies are complete. */
const LOOK_EVERY_MS = 10_000;

/** What a restore changes. */
export interface Restored {
  readonly tables: Readonly<Record<RestoredTable, Differences>>;
  /** Files and blobs that are there again, and those that are deleted. */
  readonly objects: { readonly back: number; readonly deleted: number };
}

/**
 * Has copies of the tables made as they were at a moment, and waits until they are complete. Copies that are there or are being made
 * serve: of an earlier attempt, or where DynamoDB has no recovery, as on this machine, what was copied at that moment.
 * @param options.wait between two looks
 */
export async function makeCopies(
  { copies }: Pick<RestoreStores, 'copies'>,
  at: Date,
  { wait, report }: { wait: (milliseconds: number) => Promise<void>; report: (left: number) => void },
): Promise<void> {
  const states = async () => {
    const each = RESTORED_TABLES.map(async (table) => ({ table, state: await copies.stateOf(table, at) }));
    return Promise.all(each);
  };
  for (const { table, state } of await states()) if (state === 'absent') await copies.request(table, at);
  for (;;) {
    const left = (await states()).filter(({ state }) => state !== 'ready').length;
    if (left === 0) return;
    report(left);
    await wait(LOOK_EVERY_MS);
  }
}

/**
 * Makes tables and bucket as they were at a moment, by copies of the tables (`makeCopies`). Nothing else may write meanwhile.
 * Every step can be repeated: one that broke off is completed by doing all again. Objects come back before the items that
 * name them, so that the sweeper, should it run in between, costs nothing but time.
 * @param options.at a whole second
 * @param options.apply false: nothing is changed, only counted
 */
export async function restore(
  stores: RestoreStores,
  { at, apply, report = () => {} }: { at: Date; apply: boolean; report?: (step: string) => void },
): Promise<Restored> {
  const { copies, environment } = stores;
  report('files and blobs');
  const back = await bringBackObjects(stores, { at, apply });
  const tables: Partial<Record<RestoredTable, Differences>> = {};
  for (const table of RESTORED_TABLES) {
    report(`table ${table}`);
    const copy = copies.nameOf(table, at);
    tables[table] = await makeEqual(environment, table, { copy, wanted: WANTED[table], apply });
  }
  report('what came later');
  const deleted = await removeLaterObjects(stores, { copy: copies.nameOf('videos', at), apply });
  return { tables: tables as Restored['tables'], objects: { back, deleted } };
}

/** The ids of the accounts that were erased since a moment: their videos are back after a restore, open to nobody. */
export async function erasedSince({ erased }: Pick<RestoreStores, 'erased'>, at: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const { accountId } of erased.since(at)) ids.push(accountId);
  return ids;
}

/** Removes the copies of the tables. */
export async function dropCopies({ copies }: Pick<RestoreStores, 'copies'>, at: Date): Promise<void> {
  for (const table of RESTORED_TABLES) await copies.drop(table, at);
}
