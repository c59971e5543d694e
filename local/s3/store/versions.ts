import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredObject } from './objects.ts';

/** A version under a key of a versioned bucket; `object` is null for a delete marker. */
export interface ObjectVersion {
  bucket: string;
  key: string;
  version: string;
  /** Epoch milliseconds. */
  modified: number;
  object: StoredObject | null;
}

/** One of a list, newest first under each key. */
export interface ListedVersion extends ObjectVersion {
  sequence: number;
}

/** Where a list goes on: behind this version of this key. */
interface Position {
  key: string;
  sequence: number;
}

interface Row extends Omit<ListedVersion, 'object'> {
  object: string | null;
}

/** Current objects stand before all versions of their key. */
const CURRENT = Number.MAX_SAFE_INTEGER;

/** Versions of versioned buckets that are not current, and delete markers. A version is called as its content. */
export class Versions {
  readonly #enable: StatementSync;
  readonly #isEnabled: StatementSync;
  readonly #insert: StatementSync;
  readonly #newest: StatementSync;
  readonly #find: StatementSync;
  readonly #delete: StatementSync;
  readonly #page: StatementSync;

  constructor(database: DatabaseSync) {
    this.#enable = database.prepare('INSERT OR IGNORE INTO versioned_buckets VALUES (?)');
    this.#isEnabled = database.prepare('SELECT 1 FROM versioned_buckets WHERE bucket = ?');
    this.#insert = database.prepare(
      'INSERT INTO versions (bucket, key, version, modified, object) VALUES (?, ?, ?, ?, ?)',
    );
    this.#newest = database.prepare(
      'SELECT * FROM versions WHERE bucket = ? AND key = ? ORDER BY sequence DESC LIMIT 1',
    );
    this.#find = database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND version = ?');
    this.#delete = database.prepare('DELETE FROM versions WHERE bucket = ? AND key = ? AND version = ?');
    this.#page = database.prepare(
      `SELECT key, ${CURRENT} AS sequence, content AS version, modified,
         json_object('size', size, 'etag', etag) AS object
         FROM objects WHERE bucket = :bucket AND key >= :key AND (key > :key OR ${CURRENT} < :sequence)
       UNION ALL
       SELECT key, sequence, version, modified, object
         FROM versions WHERE bucket = :bucket AND key >= :key AND (key > :key OR sequence < :sequence)
       ORDER BY key, sequence DESC LIMIT :limit`,
    );
  }

  enable(bucket: string): void {
    this.#enable.run(bucket);
  }

  areKept(bucket: string): boolean {
    return this.#isEnabled.get(bucket) !== undefined;
  }

  add({ bucket, key, version, modified, object }: ObjectVersion): void {
    this.#insert.run(bucket, key, version, modified, object === null ? null : JSON.stringify(object));
  }

  find(bucket: string, key: string, version: string): ListedVersion | undefined {
    return fromRow(this.#find.get(bucket, key, version));
  }

  newest(bucket: string, key: string): ListedVersion | undefined {
    return fromRow(this.#newest.get(bucket, key));
  }

  delete({ bucket, key, version }: Pick<ObjectVersion, 'bucket' | 'key' | 'version'>): void {
    this.#delete.run(bucket, key, version);
  }

  /** Up to `limit` versions, current ones and markers too, behind a position. Of objects only size and ETag. */
  page(bucket: string, { key, sequence }: Position, limit: number): ListedVersion[] {
    const rows = this.#page.all({ bucket, key, sequence, limit });
    return rows.map((row) => fromRow(row) as ListedVersion);
  }

  /** The position of a version; that before all versions of the key where none is named. */
  positionOf(bucket: string, key: string, version: string | undefined): Position {
    if (version === undefined) return { key, sequence: CURRENT + 1 };
    return { key, sequence: this.find(bucket, key, version)?.sequence ?? CURRENT };
  }
}

function fromRow(row: Record<string, unknown> | undefined): ListedVersion | undefined {
  if (row === undefined) return undefined;
  const { object, ...rest } = row as unknown as Row;
  return { ...rest, object: object === null ? null : (JSON.parse(object) as StoredObject) };
}
