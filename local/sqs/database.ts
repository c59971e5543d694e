import type { DatabaseSync } from 'node:sqlite';
import { openPrivateDatabase } from '../data-folder/private-database.ts';

/**
 * All times are Unix milliseconds. A message is available when `visible_at` has come, in flight or delayed before.
 * `receipt` is the token of the latest receive (null: never received from this queue);
 * `receives_before` counts the receives from queues the message was redriven from.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS queues (
    name TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    queue TEXT NOT NULL REFERENCES queues (name) ON DELETE CASCADE,
    body TEXT NOT NULL,
    attributes TEXT NOT NULL,
    trace_header TEXT,
    group_id TEXT,
    source_arn TEXT,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    received_at INTEGER,
    first_received_at INTEGER,
    receive_count INTEGER NOT NULL DEFAULT 0,
    receives_before INTEGER NOT NULL DEFAULT 0,
    receipt TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_at);
  CREATE INDEX IF NOT EXISTS messages_by_group ON messages (queue, group_id);
  CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_at);
`;

/** Every commit is on disk before it returns, so an acknowledged message survives kill -9 and power loss. */
export const openDatabase = (file: string): DatabaseSync =>
  openPrivateDatabase(file, { schema, synchronous: 'FULL', enableForeignKeyConstraints: true });

/**
 * Makes every message in flight visible again, because their receivers have died.
 * @param uncount whether to take back the receives, if the receivers did not die of the messages
 */
export function releaseInFlight(db: DatabaseSync, now: number, uncount: boolean): void {
  db.prepare(
    `UPDATE messages SET visible_at = :now, receipt = NULL, receive_count = MAX(receive_count - :uncounted, 0)
     WHERE receipt IS NOT NULL AND visible_at > :now`,
  ).run({ now, uncounted: uncount ? 1 : 0 });
}

/** Runs `work` in one transaction; if it throws, nothing is written. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
