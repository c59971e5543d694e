import type { DatabaseSync, StatementSync } from 'node:sqlite';

export const JOURNAL_SCHEMA = `
  CREATE TABLE IF NOT EXISTS changes (
    stream TEXT NOT NULL, sequence INTEGER NOT NULL, at INTEGER NOT NULL, change TEXT NOT NULL,
    PRIMARY KEY (stream, sequence)
  ) STRICT, WITHOUT ROWID;
`;

/** A change of a table, as its stream has it. */
export interface JournalEntry {
  readonly sequence: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** As JSON. */
  readonly change: string;
}

const HOUR = 60 * 60_000;
/** DynamoDB's. */
const KEPT_FOR = 24 * HOUR;

/**
 * What has changed in the tables that have a stream, in order. The newest entry of a stream is always kept, so that no number is given
 * twice. Entries are removed with the writing of another one: reading needs no room on the disk.
 */
export class Journal {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #last: StatementSync;
  readonly #deleteBefore: StatementSync;
  readonly #deleteOld: StatementSync;
  readonly #drop: StatementSync;
  /** The newest numbers, by stream. After a write that was undone they are too high, which only leaves a gap. */
  readonly #numbers = new Map<string, number>();
  /** What the streams' readers have behind them. */
  readonly #read = new Map<string, number>();
  #lookedForOldAt: number | undefined;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO changes (stream, sequence, at, change) VALUES (?, ?, ?, ?)');
    this.#select = database.prepare(
      'SELECT sequence, at, change FROM changes WHERE stream = ? AND sequence > ? ORDER BY sequence LIMIT ?',
    );
    this.#last = database.prepare('SELECT MAX(sequence) AS last FROM changes WHERE stream = ?');
    const isNotNewest =
      'sequence < (SELECT MAX(sequence) FROM changes AS newer WHERE newer.stream = changes.stream)';
    this.#deleteBefore = database.prepare(
      `DELETE FROM changes WHERE stream = ? AND sequence < ? AND ${isNotNewest}`,
    );
    this.#deleteOld = database.prepare(`DELETE FROM changes WHERE at < ? AND ${isNotNewest}`);
    this.#drop = database.prepare('DELETE FROM changes WHERE stream = ?');
  }

  /** The number of the newest entry; 0 where there was none. */
  last(stream: string): number {
    return this.#numbers.get(stream) ?? Number(this.#last.get(stream)?.last ?? 0);
  }

  /** To be called in the transaction of the change. */
  append(stream: string, { at, change }: Omit<JournalEntry, 'sequence'>): void {
    const read = this.#read.get(stream);
    if (read !== undefined) this.#deleteBefore.run(stream, read);
    this.#read.delete(stream);
    // Not at the start: a reader that was not there for a day begins with what it has missed.
    this.#lookedForOldAt ??= at;
    if (at - this.#lookedForOldAt > HOUR) {
      this.#deleteOld.run(at - KEPT_FOR);
      this.#lookedForOldAt = at;
    }
    const sequence = this.last(stream) + 1;
    this.#insert.run(stream, sequence, at, change);
    this.#numbers.set(stream, sequence);
  }

  /** The entries after a number: at most `limit`, and no more of them than have `maxBytes` together, but one at least. */
  after(stream: string, sequence: number, limit: number, maxBytes: number): JournalEntry[] {
    const entries: JournalEntry[] = [];
    let bytes = 0;
    for (const row of this.#select.iterate(stream, sequence, limit)) {
      const entry = row as unknown as JournalEntry;
      bytes += Buffer.byteLength(entry.change);
      if (entries.length > 0 && bytes > maxBytes) break;
      entries.push(entry);
    }
    return entries;
  }

  /** Notes that the reader of a stream needs nothing before this entry any more. */
  noteRead(stream: string, sequence: number): void {
    this.#read.set(stream, sequence);
  }

  /** Removes a stream that has ended. */
  drop(stream: string): void {
    this.#drop.run(stream);
    this.#numbers.delete(stream);
    this.#read.delete(stream);
  }
}
