import { ownFolder } from '../data-folder/private-folder.ts';
import { dynaliteStore } from './dynalite-store.ts';
import { Entries } from './entries.ts';
import { migrateLevelDb } from './migrate-leveldb.ts';
import type { Operation } from './operation.ts';

interface TableStoreOptions {
  /** Created when absent, used by one process at a time. */
  folder: string;
  region: string;
  /** Tables whose items are kept in memory: they can be written on a full disk, and are lost with the process. */
  inMemory: readonly string[];
  /** Unix milliseconds. */
  now: () => number;
  /** Called when a table with a stream has changed. */
  onChange: (table: string) => void;
}

export interface TableStore {
  /** @throws DynamoDbError for errors a client may see; any other error is a failure after which nothing has changed */
  run(operation: Operation, input: object): Promise<object>;
  close(): void;
}

/**
 * Opens the tables in `folder`. A new table is active within milliseconds, but as on AWS clients have to wait for
 * it. Acknowledged writes survive kill -9.
 * @throws "database is locked" when another process uses the folder
 */
export async function openTableStore({
  folder,
  region,
  inMemory,
  now,
  onChange,
}: TableStoreOptions): Promise<TableStore> {
  await ownFolder(folder);
  const disk = Entries.onDisk(folder);
  await migrateLevelDb(folder, disk);
  const memory = Entries.inMemory();
  const entriesOf = (table: string) => (inMemory.includes(table) ? memory : disk);
  /** By the write that is under way. */
  const changed = new Set<string>();
  const store = dynaliteStore(disk, entriesOf, { region, now, onChange: (table) => changed.add(table) });

  const perform = (operation: Operation, input: object): Promise<object> =>
    new Promise((resolve, reject) => {
      operation.run(store, input, (error, output = {}) => (error ? reject(error) : resolve(output)));
    });

  /** Like `perform`, but at once. */
  const performStep = (operation: Operation, input: object): object => {
    let outcome: { error: Error | null; output: object } | undefined;
    operation.run(store, input, (error, output = {}) => {
      outcome = { error, output };
    });
    if (outcome === undefined) throw new Error('The operation did not end within its step');
    if (outcome.error) throw outcome.error;
    return outcome.output;
  };

  /** The same in one transaction on the entries of the table. */
  const performWrite = (operation: Operation, input: object): object => {
    const { TableName = '' } = input as { TableName?: string };
    changed.clear();
    const output = entriesOf(TableName).transact(() => performStep(operation, input));
    for (const table of changed) onChange(table);
    return output;
  };

  return {
    async run(operation, input) {
      const checked = operation.check(store, input);
      if (operation.writes) return performWrite(operation, checked);
      return operation.isStep ? performStep(operation, checked) : perform(operation, checked);
    },
    close() {
      disk.close();
      memory.close();
    },
  };
}
