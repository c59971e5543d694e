import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Claims `folder` (created when absent) for this process until the returned function is called. The claim is a lock
 * of the operating system on a SQLite file, so that a process that dies, however it does, leaves none behind.
 * @throws "database is locked" when another process holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(path.join(folder, 'lock.db'));
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw error;
  }
  return () => db.close();
}
