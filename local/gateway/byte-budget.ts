interface Waiting {
  owner: string;
  bytes: number;
  grant: () => void;
}

/**
 * Shares out a number of bytes. Requests that do not fit wait, first come first served; each owner is limited to
 * its share, so that one cannot keep the others waiting.
 */
export class ByteBudget {
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #left: number;
  #waiting: Waiting[] = [];

  constructor({ total, share }: { total: number; share: number }) {
    this.#left = total;
    this.#share = share;
  }

  /**
   * Takes bytes as soon as there are enough; a request above the share counts as the share.
   * @returns a function that gives them back
   * @throws the signal's reason when it aborts while waiting
   */
  async acquire(owner: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const taken = Math.min(bytes, this.#share);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, bytes: taken, grant: resolve };
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
    return () => this.#release(owner, taken);
  }

  #release(owner: string, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) - bytes;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
    this.#left += bytes;
    this.#grantWhatFits();
  }

  #grantWhatFits(): void {
    const waiting: Waiting[] = [];
    let blocked = false;
    for (const next of this.#waiting) {
      const held = this.#held.get(next.owner) ?? 0;
      const fitsShare = held + next.bytes <= this.#share;
      // Smaller requests must not overtake a waiting one and take its room bit by bit.
      blocked ||= fitsShare && next.bytes > this.#left;
      if (blocked || !fitsShare) {
        waiting.push(next);
        continue;
      }
      this.#held.set(next.owner, held + next.bytes);
      this.#left -= next.bytes;
      next.grant();
    }
    this.#waiting = waiting;
  }
}
