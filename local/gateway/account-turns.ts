/** The place of one request among those of its account that are worked on. */
export interface Turn {
  /**
   * Waits for a place.
   * @throws the signal's reason when it aborts while waiting
   */
  take(): Promise<void>;
  /** Gives the place to the next until it is taken again. */
  give(): void;
  /** Gives it for good. */
  end(): void;
}

/** Of requests that wait for no place and take none from others. */
export const NO_TURN: Turn = { take: async () => undefined, give: () => undefined, end: () => undefined };

interface Account {
  working: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Works on a few requests of an account at a time: however many one sends, another one's waits for no more than those few. Who
 * waits for something else meanwhile gives its place to the next.
 */
export class AccountTurns {
  readonly #share: number;
  /** Those with requests. */
  readonly #accounts = new Map<string, Account>();

  /** @param share the most requests of an account that are worked on at a time */
  constructor(share: number) {
    this.#share = share;
  }

  /** @param signal ends waiting */
  of(name: string, signal: AbortSignal): Turn {
    let isWorking = false;
    let hasEnded = false;
    const give = () => {
      if (isWorking) this.#give(name);
      isWorking = false;
    };
    return {
      take: async () => {
        await this.#take(name, signal);
        isWorking = true;
        if (hasEnded) give();
      },
      give,
      end() {
        hasEnded = true;
        give();
      },
    };
  }

  async #take(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const account = this.#accounts.get(name) ?? { working: 0, waiting: new Set() };
    this.#accounts.set(name, account);
    if (account.working < this.#share) {
      account.working++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      account.waiting.delete(resolve);
      reject(signal.reason);
    };
    account.waiting.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    await promise;
    signal.removeEventListener('abort', giveUp);
  }

  /** Hands the place over, so that nobody who comes meanwhile overtakes. */
  #give(name: string): void {
    const account = this.#accounts.get(name);
    if (account === undefined) return;
    const [next] = account.waiting;
    if (next !== undefined) {
      account.waiting.delete(next);
      next();
    } else if (--account.working === 0) {
      this.#accounts.delete(name);
    }
  }
}
