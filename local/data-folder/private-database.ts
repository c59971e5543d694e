import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

interface DatabaseOptions extends DatabaseSyncOptions {
  schema: string;
  /** `FULL`: a commit survives power loss and waits for the disk; `NORMAL`: it survives only kill -9. */
  synchronous: 'FULL' | 'NORMAL';
  /** Whether other processes may use it at the same time; default false. */
  shared?: boolean;
}

/** SQLite's name for a database in memory. */
const IN_MEMORY = ':memory:';

/** How long a shared database waits for the write of another process. */
const BUSY_MS = 5000;

/**
 * Opens a database that only its owner can read, created when absent, for this process alone unless it is shared. The
 * lock ends with the process, however it dies.
 * @throws "database is locked" when another process holds it
 */
export function openPrivateDatabase(
  file: string,
  { schema, synchronous, shared = false, ...options }: DatabaseOptions,
): DatabaseSync {
  // The files next to it, such as its log, get the same permissions.
  if (file !== IN_MEMORY) {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  }
  const database = new DatabaseSync(file, { ...options, ...(shared && { timeout: BUSY_MS }) });
  try {
    const locking = shared ? 'NORMAL' : 'EXCLUSIVE';
    database.exec(
      `PRAGMA locking_mode = ${locking}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`,
    );
    database.exec(schema);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
