import { MediaError } from '../headers/media-error.ts';

/** Milliseconds that any file may take, and the lowest reading speed expected of a large one. */
const BASE_PATIENCE_MS = 30_000;
const SLOWEST_READING_BYTES_PER_MS = 20_000;

/** The longest time for reading a file, milliseconds. */
export const MAX_PATIENCE_MS = 300_000;

/** A deadline for reading a file of `size` bytes, at most `mostMs`; small files get less. Runs until disposed. */
export class ReadingDeadline implements Disposable {
  /** Rejects with MediaError `timeout` at the deadline. */
  readonly expired: Promise<never>;
  readonly #timer: NodeJS.Timeout;

  constructor(size: number, mostMs = MAX_PATIENCE_MS) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.expired = promise;
    this.#timer = setTimeout(
      () => reject(new MediaError('timeout', 'The file could not be read within the time limit.')),
      Math.min(mostMs, BASE_PATIENCE_MS + size / SLOWEST_READING_BYTES_PER_MS),
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
