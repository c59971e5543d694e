import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

interface DatabaseOptions extends DatabaseSyncOptions {
  schema: string;
  /** `FULL`: a commit survives the loss of power, which takes a wait for the disk; `NORMAL`: only kill -9. */
  synchronous: 'FULL' | 'NORMAL';
}

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:';

/**
 * Opens a database that only its owner can read, created when absent, for this process alone: the lock lasts as long
 * as the process, so that one that dies, however it does, leaves none behind.
 * @throws "database is locked" when another process holds it
 */
export function openPrivateDatabase(
  file: string,
  { schema, synchronous, ...options }: DatabaseOptions,
): DatabaseSync {
  // Files beside it, such as its log, get the permissions of this one.
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
