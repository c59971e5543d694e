/** Bytes that a request has been given, one time after the other. */
export interface Reservation {
  /**
   * Takes more as soon as there are enough; more than the share counts as the share.
   * @throws the signal's reason when it aborts while waiting
   */
  take(bytes: number): Promise<void>;
  /** Gives all of them back. */
  release(): void;
}

interface Held {
  readonly owner: string;
  bytes: number;
}

interface Waiting {
  readonly by: Held;
  readonly bytes: number;
  readonly grant: () => void;
}

/**
 * Shares out a number of bytes. Requests that do not fit wait, first come first served; each owner is limited to its share, so that one
 * cannot keep the others waiting. Those that take more bit by bit cannot wait for each other for ever: the one that began first of all
 * may go beyond the total, and of each owner beyond its share.
 */
export class ByteBudget {
  readonly #share: number;
  /** Those with bytes, in the order in which they got their first. */
  readonly #held = new Set<Held>();
  #left: number;
  #waiting: Waiting[] = [];

  constructor({ total, share }: { total: number; share: number }) {
    this.#left = total;
    this.#share = share;
  }

  /** @param signal ends waiting */
  reserve(owner: string, signal: AbortSignal): Reservation {
    const held: Held = { owner, bytes: 0 };
    return {
      take: (bytes) => this.#take(held, Math.min(bytes, this.#share), signal),
      release: () => {
        this.#held.delete(held);
        this.#left += held.bytes;
        held.bytes = 0;
        this.#grantWhatFits();
      },
    };
  }

  /** Takes bytes at once. @returns a function that gives them back */
  async acquire(owner: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    const reservation = this.reserve(owner, signal);
    await reservation.take(bytes);
    return reservation.release;
  }

  async #take(by: Held, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { by, bytes, grant: resolve };
    const giveUp = () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      this.#grantWhatFits();
      reject(signal.reason);
    };
    this.#waiting.push(waiting);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#grantWhatFits();
    await promise;
    signal.removeEventListener('abort', giveUp);
  }

  #grantWhatFits(): void {
    const waiting: Waiting[] = [];
    let blocked = false;
    for (const next of this.#waiting) {
      const { by, bytes } = next;
      const ofOwner = [...this.#held].filter(({ owner }) => owner === by.owner);
      const sum = ofOwner.reduce((all, other) => all + other.bytes, 0);
      const fitsShare = sum + bytes <= this.#share || ofOwner[0] === by;
      const [first] = this.#held;
      // Smaller requests must not overtake a waiting one and take its room bit by bit.
      blocked ||= fitsShare && bytes > this.#left && first !== by;
      if (!fitsShare || (blocked && first !== by)) {
        waiting.push(next);
        continue;
      }
      by.bytes += bytes;
      this.#held.add(by);
      this.#left -= bytes;
      next.grant();
    }
    this.#waiting = waiting;
  }
}
