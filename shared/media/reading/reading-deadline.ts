import { MediaError } from '../media-error.ts';

/** Milliseconds any file may take, and the slowest reading of a large one, in bytes a millisecond. */
const BASE_PATIENCE_MS = 30_000;
const SLOWEST_READING_BYTES_PER_MS = 20_000;

/** Longest time a file may be looked at, milliseconds. */
export const MAX_PATIENCE_MS = 300_000;

/** The time that looking at a file of `size` bytes may take: a small one gets less than `mostMs`. Runs until disposed. */
export class ReadingDeadline implements Disposable {
  /** Rejects with MediaError `timeout` when the time is over. */
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
