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
  /** By kind of request. */
  readonly kinds: Map<string, { working: number; readonly waiting: Set<() => void> }>;
}

export interface WorkLimits {
  /** The most requests of one account and kind that are worked on at a time beside those of another account. */
  readonly share: number;
  /** The same while there is no other. */
  readonly alone: number;
}

/** So long after its last request an account still counts as being there. */
const STAYS_MS = 1000;

/**
 * Works on a few requests of an account at a time: however many one sends, another one's waits for no more than those few. Who
 * waits for something else meanwhile gives its place to the next. An account that is alone has more places.
 */
export class AccountTurns {
  readonly #limits: WorkLimits;
  readonly #elapsed: () => number;
  /** Those with requests. */
  readonly #accounts = new Map<string, Account>();
  /** Of the last request. */
  #newest = { name: '', at: Number.NEGATIVE_INFINITY };
  /** Until when two accounts count as being there. */
  #sharedUntil = Number.NEGATIVE_INFINITY;

  /** @param elapsed milliseconds of a clock that is never set */
  constructor(limits: WorkLimits, elapsed: () => number) {
    this.#limits = limits;
    this.#elapsed = elapsed;
  }

  /** @param signal ends waiting */
  of(name: string, kind: string, signal: AbortSignal): Turn {
    let isWorking = false;
    let hasEnded = false;
    const give = () => {
      if (isWorking) this.#give(name, kind);
      isWorking = false;
    };
    return {
      take: async () => {
        await this.#take(name, kind, signal);
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

  get #most(): number {
    const isAlone = this.#accounts.size < 2 && this.#elapsed() >= this.#sharedUntil;
    return isAlone ? this.#limits.alone : this.#limits.share;
  }

  async #take(name: string, kind: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const last = this.#newest;
    if (last.name !== name) this.#sharedUntil = Math.max(this.#sharedUntil, last.at + STAYS_MS);
    this.#newest = { name, at: this.#elapsed() };
    const account = this.#accounts.get(name) ?? { kinds: new Map() };
    this.#accounts.set(name, account);
    const ofKind = account.kinds.get(kind) ?? { working: 0, waiting: new Set() };
    account.kinds.set(kind, ofKind);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      ofKind.waiting.delete(resolve);
      this.#goOn(name, kind);
      reject(signal.reason);
    };
    ofKind.waiting.add(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#goOn(name, kind);
    await promise;
    signal.removeEventListener('abort', giveUp);
  }

  #give(name: string, kind: string): void {
    const ofKind = this.#accounts.get(name)?.kinds.get(kind);
    if (ofKind === undefined) return;
    ofKind.working--;
    this.#goOn(name, kind);
  }

  /** Lets those go on that there are places for, in the order in which they came. */
  #goOn(name: string, kind: string): void {
    const account = this.#accounts.get(name);
    const ofKind = account?.kinds.get(kind);
    if (account === undefined || ofKind === undefined) return;
    const { waiting } = ofKind;
    for (const next of waiting) {
      if (ofKind.working >= this.#most) return;
      waiting.delete(next);
      ofKind.working++;
      next();
    }
    if (ofKind.working > 0) return;
    account.kinds.delete(kind);
    if (account.kinds.size === 0) this.#accounts.delete(name);
  }
}
