import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

interface DatabaseOptions extends DatabaseSyncOptions {
  schema: string;
  /** `FULL`: a commit survives power loss and waits for the disk; `NORMAL`: it survives only kill -9. */
  synchronous: 'FULL' | 'NORMAL';
}

/** SQLite's name for a database in memory. */
const IN_MEMORY = ':memory:';

/**
 * Opens a database that only its owner can read, created when absent, for this process alone. The lock ends with
 * the process, however it dies.
 * @throws "database is locked" when another process holds it
 */
export function openPrivateDatabase(
  file: string,
  { schema, synchronous, ...options }: DatabaseOptions,
): DatabaseSync {
  // The files next to it, such as its log, get the same permissions.
  if (file !== IN_MEMORY) {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  }
  const database = new DatabaseSync(file, options);
  try {
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`,
    );
    database.exec(schema);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
