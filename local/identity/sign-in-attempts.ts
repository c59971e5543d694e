import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';

/** More attempts at once than are taken. */
export class TooManyAttempts extends Error {}

/** Failures that cost nothing: people mistype. */
const FREE_FAILURES = 2;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;
/** Failures count for this long after the last one. */
const MEMORY_MS = 15 * 60 * 1000;
/** Names whose failures are remembered; beyond them the one that failed longest ago is forgotten. */
const MOST_NAMES = 1000;
/** Attempts that wait or are being checked at the same time: for one name, and in all, from known browsers and from others. */
const MOST_AT_ONCE = 3;
const MOST_IN_ALL = 32;

interface Attempt {
  readonly name: string;
  /** Tells apart browsers in which this user has signed in before; null: none of these. */
  readonly knownBrowser: string | null;
}

interface Failures {
  count: number;
  lastAt: number;
}

/**
 * Slows guessing down: each wrong password doubles how long the next attempt for that name waits, whether there is
 * such a name or not. Attempts for one name come one after the other, so that sending many at once gains nothing. A browser that is
 * known for the name is counted by itself: guesses from elsewhere do not hold it up.
 */
export class SignInAttempts {
  readonly #runtime: Pick<Runtime, 'now' | 'sleep'>;
  /** By name and known browser; the one that failed longest ago first. */
  readonly #failures = new Map<string, Failures>();
  readonly #waiting = new Map<string, { count: number; last: Promise<unknown> }>();
  readonly #inAll = { known: 0, others: 0 };

  constructor(runtime: Pick<Runtime, 'now' | 'sleep'>) {
    this.#runtime = runtime;
  }

  /**
   * @param check answers null for a wrong password
   * @throws TooManyAttempts
   */
  async make<T>({ name, knownBrowser }: Attempt, check: () => Promise<T | null>): Promise<T | null> {
    const kind = knownBrowser === null ? 'others' : 'known';
    const key = JSON.stringify([name, knownBrowser]);
    const queue = this.#waiting.get(key) ?? { count: 0, last: Promise.resolve() };
    if (queue.count >= MOST_AT_ONCE || this.#inAll[kind] >= MOST_IN_ALL) throw new TooManyAttempts();
    queue.count += 1;
    this.#inAll[kind] += 1;
    this.#waiting.set(key, queue);
    const attempt = queue.last.then(() => this.#attempt(key, check));
    queue.last = attempt.catch(() => undefined);
    try {
      return await attempt;
    } finally {
      queue.count -= 1;
      this.#inAll[kind] -= 1;
      if (queue.count === 0) this.#waiting.delete(key);
    }
  }

  async #attempt<T>(key: string, check: () => Promise<T | null>): Promise<T | null> {
    const failures = this.#remembered(key) - FREE_FAILURES;
    if (failures > 0) {
      await this.#runtime.sleep(Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS));
    }
    const found = await check();
    const count = this.#remembered(key);
    this.#failures.delete(key);
    if (found !== null) return found;
    this.#failures.set(key, { count: count + 1, lastAt: this.#runtime.now() });
    const [oldest = key] = this.#failures.keys();
    if (this.#failures.size > MOST_NAMES) this.#failures.delete(oldest);
    return null;
  }

  #remembered(key: string): number {
    const failures = this.#failures.get(key);
    return failures !== undefined && this.#runtime.now() - failures.lastAt < MEMORY_MS ? failures.count : 0;
  }
}
