import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChecksumAlgorithm, ChecksumType } from '../protocol/checksums.ts';
import type { StoredHeaders } from '../protocol/stored-headers.ts';

export interface Upload {
  /** Sorts by the time of initiation. */
  id: string;
  bucket: string;
  key: string;
  /** Epoch milliseconds. */
  initiated: number;
  headers: StoredHeaders;
  algorithm: ChecksumAlgorithm;
  checksumType: ChecksumType;
  /** Whether the client chose the algorithm and must keep to it. */
  declared: boolean;
}

export interface Part {
  upload: string;
  /** 1 to 10,000. */
  number: number;
  content: string;
  size: number;
  etag: string;
  modified: number;
  /** Base64, by the upload's algorithm. */
  checksum: string;
}

interface UploadPage {
  prefix: string;
  keyMarker: string;
  idMarker: string | undefined;
}

/** Ids consist of letters, digits and dashes. */
const BEHIND_ALL_IDS = '~';

interface UploadRow extends Omit<Upload, 'headers' | 'checksumType' | 'declared'> {
  headers: string;
  checksum_type: ChecksumType;
  declared: number;
}

/** Rows of multipart uploads and their parts. */
export class Uploads {
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  readonly #delete: StatementSync;
  readonly #after: StatementSync;
  readonly #replacePart: StatementSync;
  readonly #selectPart: StatementSync;
  readonly #partsAfter: StatementSync;
  readonly #deleteParts: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      'INSERT INTO uploads (id, bucket, key, initiated, headers, algorithm, checksum_type, declared) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#select = database.prepare('SELECT * FROM uploads WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM uploads WHERE id = ?');
    this.#after = database.prepare(
      'SELECT * FROM uploads WHERE bucket = ? AND (key, id) > (?, ?) AND instr(key, ?) = 1 ORDER BY key, id LIMIT ?',
    );
    this.#replacePart = database.prepare(
      'REPLACE INTO parts (upload, number, content, size, etag, modified, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#selectPart = database.prepare('SELECT * FROM parts WHERE upload = ? AND number = ?');
    this.#partsAfter = database.prepare(
      'SELECT * FROM parts WHERE upload = ? AND number > ? ORDER BY number LIMIT ?',
    );
    this.#deleteParts = database.prepare('DELETE FROM parts WHERE upload = ?');
  }

  insert({ id, bucket, key, initiated, headers, algorithm, checksumType, declared }: Upload): void {
    this.#insert.run(
      id,
      bucket,
      key,
      initiated,
      JSON.stringify(headers),
      algorithm,
      checksumType,
      Number(declared),
    );
  }

  get(id: string): Upload | undefined {
    const row = this.#select.get(id);
    return row && fromRow(row as unknown as UploadRow);
  }

  /** Removes an upload with its parts' rows. */
  delete(id: string): void {
    this.#deleteParts.run(id);
    this.#delete.run(id);
  }

  /**
   * Up to `limit` uploads in the order of (key, id), after the markers; without `idMarker` after all of
   * `keyMarker`.
   */
  page(
    bucket: string,
    { prefix, keyMarker, idMarker = BEHIND_ALL_IDS }: UploadPage,
    limit: number,
  ): Upload[] {
    const rows = this.#after.all(bucket, keyMarker, idMarker, prefix, limit);
    return (rows as unknown as UploadRow[]).map(fromRow);
  }

  putPart({ upload, number, content, size, etag, modified, checksum }: Part): void {
    this.#replacePart.run(upload, number, content, size, etag, modified, checksum);
  }

  part(upload: string, number: number): Part | undefined {
    return this.#selectPart.get(upload, number) as unknown as Part | undefined;
  }

  /** Up to `limit` parts with numbers above `after`, in order; −1 for all. */
  parts(upload: string, after = 0, limit = -1): Part[] {
    return this.#partsAfter.all(upload, after, limit) as unknown as Part[];
  }
}

const fromRow = ({ checksum_type, ...row }: UploadRow): Upload => ({
  ...row,
  headers: JSON.parse(row.headers),
  checksumType: checksum_type,
  declared: row.declared === 1,
});
