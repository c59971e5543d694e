import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ownFolder } from '../../data-folder/private-folder.ts';
import { Blobs } from './blobs.ts';
import { Contents } from './contents.ts';
import { openDatabase } from './database.ts';
import { Objects, type StoredObject } from './objects.ts';
import { type Delivery, type ObjectCreatedEvent, Outbox } from './outbox.ts';
import { type Part, type Upload, Uploads } from './uploads.ts';
import { type ObjectVersion, Versions } from './versions.ts';

/**
 * The durable state. The order that makes it crash-consistent: bytes go to a blob and are synced; one transaction
 * makes them an object and queues its event; only then are blobs deleted that are no longer referenced. A crash
 * before the commit leaves an unreferenced blob, which the next start removes.
 */
export class Store {
  readonly blobs: Blobs;
  readonly contents: Contents;
  readonly objects: Objects;
  readonly uploads: Uploads;
  readonly versions: Versions;
  readonly #database: DatabaseSync;
  readonly #outbox: Outbox;
  /** Blobs that lost a reference in the running transaction. */
  #released: string[] = [];

  private constructor(database: DatabaseSync, contents: Contents, blobs: Blobs, outbox: Outbox) {
    this.#database = database;
    this.contents = contents;
    this.blobs = blobs;
    this.objects = new Objects(database);
    this.uploads = new Uploads(database);
    this.versions = new Versions(database);
    this.#outbox = outbox;
  }

  static async open(dataDir: string, delivery: Delivery): Promise<Store> {
    await ownFolder(dataDir);
    const database = openDatabase(dataDir);
    const contents = new Contents(database);
    const blobs = await Blobs.open(path.join(dataDir, 'blobs'), (blob) => contents.isReferenced(blob));
    const outbox = new Outbox(database, delivery);
    outbox.flush();
    return new Store(database, contents, blobs, outbox);
  }

  async close(): Promise<void> {
    await this.#outbox.stop();
    this.#database.close();
  }

  /** Runs `work` as one durable transaction; if it throws, nothing changes. */
  transact<T>(work: () => T): T {
    this.#released = [];
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      this.blobs.sweep(this.#released);
      this.#outbox.flush();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Writes a blob with `fill`, then runs `commit` as one durable transaction. The blob stays if that refers to it. */
  async storeBlob<T, R>(
    blob: string,
    fill: (append: (data: Buffer) => Promise<void>) => Promise<T>,
    commit: (filled: T) => R,
  ): Promise<R> {
    const filled = await this.blobs.write(blob, fill);
    try {
      return this.transact(() => commit(filled));
    } finally {
      this.blobs.sweep([blob]);
    }
  }

  /** Whether the bucket is new. */
  createBucket(name: string, now: number): boolean {
    return this.#database.prepare('INSERT OR IGNORE INTO buckets VALUES (?, ?)').run(name, now).changes === 1;
  }

  hasBucket(name: string): boolean {
    return this.#database.prepare('SELECT 1 FROM buckets WHERE name = ?').get(name) !== undefined;
  }

  /** Within a transaction: makes `object` the current one under its key. Its content must be laid out. */
  putObject(object: StoredObject, eventName: ObjectCreatedEvent['eventName']): void {
    const { bucket, key, size, etag } = object;
    this.#retire(bucket, key);
    this.objects.put(object);
    this.#outbox.add({ bucket, key, size, etag, eventName });
  }

  /** Within a transaction. @param marker put upon the versions of a versioned bucket */
  deleteObject(bucket: string, key: string, marker: Pick<ObjectVersion, 'version' | 'modified'>): void {
    this.#retire(bucket, key);
    this.objects.delete(bucket, key);
    if (this.versions.areKept(bucket)) this.versions.add({ bucket, key, ...marker, object: null });
  }

  /** Within a transaction: removes a delete marker. Where it was the newest, the version before it is current again. */
  deleteMarker(marker: ObjectVersion): void {
    const { bucket, key } = marker;
    this.versions.delete(marker);
    const newest = this.versions.newest(bucket, key);
    if (this.objects.get(bucket, key) !== undefined || !newest?.object) return;
    this.objects.put(newest.object);
    this.versions.delete(newest);
  }

  /** Within a transaction: removes a version that is not current, for good. */
  deleteVersion(version: ObjectVersion): void {
    this.versions.delete(version);
    this.#release(version.object?.content);
  }

  /** Within a transaction: replaces the part of that number, if there is one. */
  putPart(part: Part): void {
    this.#release(this.uploads.part(part.upload, part.number)?.content);
    this.uploads.putPart(part);
  }

  /** Within a transaction: forgets an upload and the parts that did not become an object. */
  deleteUpload(upload: Upload): void {
    for (const part of this.uploads.parts(upload.id)) this.#release(part.content);
    this.uploads.delete(upload.id);
  }

  /** Makes place for what comes to be current under a key. */
  #retire(bucket: string, key: string): void {
    const object = this.objects.get(bucket, key);
    if (object === undefined) return;
    if (!this.versions.areKept(bucket)) this.#release(object.content);
    else this.versions.add({ bucket, key, version: object.content, modified: object.modified, object });
  }

  #release(content: string | undefined): void {
    if (content !== undefined) this.#released.push(...this.contents.remove(content));
  }
}
