import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Checksum } from '../protocol/checksums.ts';
import type { StoredHeaders } from '../protocol/stored-headers.ts';

export interface StoredObject {
  bucket: string;
  key: string;
  content: string;
  /** Bytes. */
  size: number;
  /** Without quotes: MD5 in hex, or MD5 of the parts' MD5s and `-N`. */
  etag: string;
  /** Epoch milliseconds. */
  modified: number;
  headers: StoredHeaders;
  checksum: Checksum;
}

interface Row extends Omit<StoredObject, 'headers' | 'checksum'> {
  headers: string;
  checksum: string;
}

/** Rows of the objects; keys are compared as UTF-8 bytes. */
export class Objects {
  readonly #select: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #from: StatementSync;

  constructor(database: DatabaseSync) {
    this.#select = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
    this.#replace = database.prepare(
      'REPLACE INTO objects (bucket, key, content, size, etag, modified, headers, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#delete = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
    this.#from = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? ORDER BY key LIMIT ?');
  }

  get(bucket: string, key: string): StoredObject | undefined {
    const row = this.#select.get(bucket, key);
    return row && fromRow(row as unknown as Row);
  }

  put(object: StoredObject): void {
    const { bucket, key, content, size, etag, modified, headers, checksum } = object;
    this.#replace.run(
      bucket,
      key,
      content,
      size,
      etag,
      modified,
      JSON.stringify(headers),
      JSON.stringify(checksum),
    );
  }

  delete(bucket: string, key: string): void {
    this.#delete.run(bucket, key);
  }

  /** Up to `limit` objects in key order, from the first whose key is at or after `from`. */
  page(bucket: string, from: string, limit: number): StoredObject[] {
    return (this.#from.all(bucket, from, limit) as unknown as Row[]).map(fromRow);
  }
}

const fromRow = (row: Row): StoredObject => ({
  ...row,
  headers: JSON.parse(row.headers),
  checksum: JSON.parse(row.checksum),
});
