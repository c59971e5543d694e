import type { ByteSource } from '../byte-source.ts';
import { NativeContainerError } from './error.ts';

/** One ranged read brings this many bytes, so that neighbouring headers cost one request. */
const WINDOW_BYTES = 1 << 16;

/**
 * Serves small reads out of the last range fetched from `source`, of which it fetches at most `maxReads`.
 * @throws NativeContainerError `truncated` for a range that is not in the file, `malformed` for one fetch too many.
 */
export class WindowedSource implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array();
  #readsLeft: number;

  constructor(source: ByteSource, maxReads: number) {
    this.#source = source;
    this.#readsLeft = maxReads;
    this.size = source.size;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end > this.size) {
      throw new NativeContainerError(
        'truncated',
        `bytes ${start}–${end} are not in the file of ${this.size}`,
      );
    }
    if (start < this.#start || end > this.#start + this.#bytes.length) {
      await this.#fetch(start, Math.min(Math.max(end, start + WINDOW_BYTES), this.size));
    }
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  /** Fetches the end of the file, where an embedded document is found, in one read. */
  async readTail(): Promise<void> {
    if (this.size > 0) await this.#fetch(Math.max(0, this.size - WINDOW_BYTES), this.size);
  }

  async #fetch(start: number, end: number): Promise<void> {
    this.#readsLeft -= 1;
    if (this.#readsLeft < 0) throw new NativeContainerError('malformed', 'the file has too many elements');
    this.#bytes = await this.#source.read(start, end);
    this.#start = start;
  }
}
