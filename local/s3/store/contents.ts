import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Extent } from './blobs.ts';

/** The extents of blobs that make up a content. Writing methods must be called within a transaction. */
export class Contents {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #move: StatementSync;
  readonly #delete: StatementSync;
  readonly #reference: StatementSync;
  readonly #blobs: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      'INSERT INTO extents (content, start, blob, offset, length) VALUES (?, ?, ?, ?, ?)',
    );
    this.#select = database.prepare(
      'SELECT start, blob, offset, length FROM extents WHERE content = ? AND start < ? AND start + length > ? ORDER BY start',
    );
    this.#move = database.prepare('UPDATE extents SET content = ?, start = start + ? WHERE content = ?');
    this.#blobs = database.prepare('SELECT DISTINCT blob FROM extents WHERE content = ?');
    this.#delete = database.prepare('DELETE FROM extents WHERE content = ?');
    this.#reference = database.prepare('SELECT 1 FROM extents WHERE blob = ? LIMIT 1');
  }

  /** Lays out a new content over the given extents. */
  add(content: string, extents: readonly Extent[]): void {
    let start = 0;
    for (const { blob, offset, length } of extents) {
      if (length > 0) this.#insert.run(content, start, blob, offset, length);
      start += length;
    }
  }

  /** Joins several contents into one; they cease to exist. `sources` in order, with their sizes in bytes. */
  join(content: string, sources: readonly { content: string; size: number }[]): void {
    let start = 0;
    for (const source of sources) {
      this.#move.run(content, start, source.content);
      start += source.size;
    }
  }

  /** The extents of bytes `start` to `end` (excluded) of a content. */
  slice(content: string, start: number, end: number): Extent[] {
    const rows = this.#select.all(content, end, start) as unknown as (Extent & { start: number })[];
    return rows.map((row) => {
      const from = Math.max(start, row.start);
      const to = Math.min(end, row.start + row.length);
      return { blob: row.blob, offset: row.offset + from - row.start, length: to - from };
    });
  }

  /** Removes a content and returns the blobs it was made of. */
  remove(content: string): string[] {
    const blobs = (this.#blobs.all(content) as { blob: string }[]).map(({ blob }) => blob);
    this.#delete.run(content);
    return blobs;
  }

  isReferenced(blob: string): boolean {
    return this.#reference.get(blob) !== undefined;
  }
}
