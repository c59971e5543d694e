import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../headers/media-error.ts';

/** The budget for reading the structure of one file, shared by all readers. */
export interface StructureLimits {
  /** Boxes of ISO-BMFF, elements of EBML. */
  readonly elements: number;
  /** Bytes fetched. */
  readonly bytes: number;
}

/**
 * Six hours in fragments of half a second with five boxes each have 216,000 boxes, and their headers, fetched one
 * by one, come to 340 MiB.
 */
const STRUCTURE_LIMITS: StructureLimits = { elements: 500_000, bytes: 512 * 2 ** 20 };

/** Bytes fetched after a jump; sequential reads double the length up to the longest. */
const FIRST_FETCH_BYTES = 8 * 1024;
const LONGEST_FETCH_BYTES = 256 * 1024;
/** Long enough for most documents embedded at the end of a file. */
const TAIL_BYTES = 64 * 1024;

/**
 * The bytes of one file for walks over its boxes or elements. Small reads are served from the last range fetched,
 * and all walks share one budget, so that a file of millions of empty boxes costs little to refuse. Each file gets
 * one reader, and everything that looks at its structure uses it.
 */
export class StructureReader implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  #elementsLeft: number;
  #bytesLeft: number;
  #start = 0;
  #bytes: Uint8Array = new Uint8Array();
  #fetchLength = FIRST_FETCH_BYTES;

  constructor(source: ByteSource, limits: StructureLimits = STRUCTURE_LIMITS) {
    this.size = source.size;
    this.#source = source;
    this.#elementsLeft = limits.elements;
    this.#bytesLeft = limits.bytes;
  }

  /**
   * Counts a box or element that is looked at.
   * @throws MediaError `too-many-elements`
   */
  countElement(): void {
    this.#elementsLeft -= 1;
    if (this.#elementsLeft < 0) throw tooManyElements();
  }

  /** The bytes from `start` to `end` if they are in memory, else null; saves a walk one promise for every box. */
  peek(start: number, end: number): Uint8Array | null {
    if (start < this.#start || end > this.#start + this.#bytes.length) return null;
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  /** @throws MediaError `too-many-elements` when the budget is spent; whatever the source throws */
  async read(start: number, end: number): Promise<Uint8Array> {
    return this.peek(start, end) ?? (await this.#fetch(start, end));
  }

  /** Fetches the end of the file, where an embedded document is found, in one read. */
  async readTail(): Promise<void> {
    if (this.size > 0) await this.#keep(Math.max(0, this.size - TAIL_BYTES), this.size);
  }

  async #fetch(start: number, end: number): Promise<Uint8Array> {
    const goesOn = start >= this.#start && start <= this.#start + this.#bytes.length;
    this.#fetchLength = goesOn ? Math.min(2 * this.#fetchLength, LONGEST_FETCH_BYTES) : FIRST_FETCH_BYTES;
    const until = Math.min(Math.max(end, start + this.#fetchLength), this.size);
    if (end > until) throw new RangeError(`bytes ${start}–${end} are not in the file of ${this.size}`);
    await this.#keep(start, until);
    return this.#bytes.subarray(0, end - start);
  }

  async #keep(start: number, end: number): Promise<void> {
    this.#bytesLeft -= end - start;
    if (this.#bytesLeft < 0) throw tooManyElements();
    this.#bytes = await this.#source.read(start, end);
    this.#start = start;
  }
}

function tooManyElements(): MediaError {
  return new MediaError('too-many-elements', 'The file is made of more parts than any sane one.');
}
