import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ownFolder } from '../../data-folder/private-folder.ts';

const READ_BYTES = 256 * 1024;

/** A piece of a blob, in bytes. */
export interface Extent {
  blob: string;
  offset: number;
  length: number;
}

/**
 * Files that are written once and never change, under names made up by the server. An unreferenced one is left over
 * from a crash, or is about to be referenced or deleted.
 */
export class Blobs {
  readonly #directory: string;
  readonly #isReferenced: (name: string) => boolean;
  /** The number of holders of each blob. */
  readonly #holds = new Map<string, number>();

  private constructor(directory: string, isReferenced: (name: string) => boolean) {
    this.#directory = directory;
    this.#isReferenced = isReferenced;
  }

  /** Opens the directory and deletes what a crash left there. */
  static async open(directory: string, isReferenced: (name: string) => boolean): Promise<Blobs> {
    await ownFolder(directory);
    await syncDirectory(path.dirname(directory));
    const blobs = new Blobs(directory, isReferenced);
    blobs.sweep(await readdir(directory));
    return blobs;
  }

  /**
   * Writes a new blob by `fill` and makes it durable: its bytes and its name are on disk when this returns.
   * Nothing is left if `fill` throws.
   */
  async write<T>(name: string, fill: (append: (data: Buffer) => Promise<void>) => Promise<T>): Promise<T> {
    const file = await open(path.join(this.#directory, name), 'wx', 0o600);
    try {
      const result = await fill((data) => appendAll(file, data));
      await file.sync();
      await file.close();
      await syncDirectory(this.#directory);
      return result;
    } catch (error) {
      await file.close();
      this.sweep([name]);
      throw error;
    }
  }

  /** Keeps blobs from being deleted until the returned function is called. */
  hold(names: readonly string[]): () => void {
    for (const name of names) this.#holds.set(name, (this.#holds.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) {
        const left = (this.#holds.get(name) ?? 1) - 1;
        if (left > 0) this.#holds.set(name, left);
        else this.#holds.delete(name);
      }
      this.sweep(names);
    };
  }

  async *read(extents: readonly Extent[]): AsyncGenerator<Buffer> {
    for (const { blob, offset, length } of extents) {
      yield* createReadStream(path.join(this.#directory, blob), {
        start: offset,
        end: offset + length - 1,
        highWaterMark: READ_BYTES,
      });
    }
  }

  /**
   * Deletes the named blobs that are neither referenced nor held. One that cannot be deleted goes at the next
   * start.
   */
  sweep(names: readonly string[]): void {
    for (const name of new Set(names)) {
      if (this.#holds.has(name) || this.#isReferenced(name)) continue;
      rm(path.join(this.#directory, name), { force: true }).catch(() => undefined);
    }
  }
}

/** Makes the names in a directory durable. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}

async function appendAll(file: FileHandle, data: Buffer): Promise<void> {
  for (let written = 0; written < data.length; ) {
    written += (await file.write(data, written)).bytesWritten;
  }
}
