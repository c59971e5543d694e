import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { openPrivateDatabase } from '../data-folder/private-database.ts';
import { JOURNAL_SCHEMA, Journal } from './journal.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ${JOURNAL_SCHEMA}
`;

/** A range of keys in the order of their UTF-8 bytes. */
export interface KeyRange {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  reverse?: boolean;
  /** The maximum number of entries; absent or negative: all. */
  limit?: number;
}

interface Entry {
  key: string;
  value: unknown;
}

const PAGE = 100;
const BOUNDS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** JSON values by ordered keys, on disk or in memory. */
export class Entries {
  /** Of those entries that are items of tables with a stream. */
  readonly journal: Journal;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  /** Of ranges, by their text. */
  readonly #selects = new Map<string, StatementSync>();

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#get = database.prepare('SELECT value FROM entries WHERE key = ?');
    this.#put = database.prepare('REPLACE INTO entries (key, value) VALUES (?, ?)');
    this.#delete = database.prepare('DELETE FROM entries WHERE key = ?');
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.journal = new Journal(database);
  }

  /**
   * In `folder`, for this process alone. Acknowledged writes survive kill -9.
   * @throws when another process uses it
   */
  static onDisk(folder: string): Entries {
    const file = path.join(folder, 'tables.sqlite');
    return new Entries(openPrivateDatabase(file, { schema: SCHEMA, synchronous: 'NORMAL' }));
  }

  static inMemory(): Entries {
    const database = new DatabaseSync(':memory:');
    database.exec(SCHEMA);
    return new Entries(database);
  }

  get(key: string): unknown {
    const row = this.#get.get(key);
    return row === undefined ? undefined : JSON.parse(String(row.value));
  }

  put(key: string, value: unknown): void {
    this.#put.run(key, JSON.stringify(value));
  }

  delete(key: string): void {
    this.#delete.run(key);
  }

  /** Reads by pages, so that concurrent writes neither wait nor are blocked. */
  *range({ reverse = false, limit = -1, ...bounds }: KeyRange): Generator<Entry> {
    let left = limit < 0 ? Number.POSITIVE_INFINITY : limit;
    let next = bounds;
    while (left > 0) {
      const names = (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).filter(
        (name) => next[name] !== undefined,
      );
      const where = names.map((name) => `key ${BOUNDS[name]} ?`).join(' AND ') || 'TRUE';
      const rows = this.#select(
        `SELECT key, value FROM entries WHERE ${where} ORDER BY key ${reverse ? 'DESC' : 'ASC'} LIMIT ?`,
      ).all(...names.map((name) => next[name] ?? ''), Math.min(left, PAGE)) as {
        key: string;
        value: string;
      }[];
      for (const { key, value } of rows) yield { key, value: JSON.parse(value) };
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      left -= rows.length;
      const { gt, gte, lt, lte } = next;
      next = reverse
        ? { ...(gt !== undefined && { gt }), ...(gte !== undefined && { gte }), lt: last.key }
        : { ...(lt !== undefined && { lt }), ...(lte !== undefined && { lte }), gt: last.key };
    }
  }

  #select(text: string): StatementSync {
    const select = this.#selects.get(text) ?? this.#database.prepare(text);
    this.#selects.set(text, select);
    return select;
  }

  /** Runs `work` as one transaction; if it throws, nothing is written. */
  transact<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
