import type { Runtime } from '../../shared/kernel/runtime/runtime.ts';
import { FairTurns } from './fair-turns.ts';
import { RecentCounts } from './recent-counts.ts';

/** More attempts at once than are taken. */
export class TooManyAttempts extends Error {}

/** Failures that cost nothing: people mistype. */
const FREE_FAILURES = 2;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;
/** Attempts at once for one name from one known browser, or from all others. */
const MOST_AT_ONCE = 3;
/** Attempts at once in a lane. */
const MOST_IN_LANE = 32;

/** Attempts for a name in a short time, refused ones included, beyond which they are made in a lane of their own. */
const SELDOM = 4;

/** From browsers that are known for the name; for names that are seldom tried; for names that are often tried. */
type Lane = 'known' | 'seldom' | 'often';

interface Attempt {
  readonly name: string;
  /** Tells apart browsers in which this user has signed in before; null: none of these. */
  readonly knownBrowser: string | null;
}

/** An attempt that waits or is being checked. */
interface Place {
  readonly name: string;
  /** Name and known browser. */
  readonly key: string;
  readonly lane: Lane;
  readonly check: () => Promise<void>;
  readonly refuse: () => void;
  state: 'waiting' | 'checked' | 'refused';
}

/**
 * Slows guessing down: each wrong password doubles how long the next attempt for that name waits, whether there is
 * such a name or not. Attempts for one name come one after the other, so that sending many at once gains nothing. A
 * browser that is known for the name is counted by itself: guesses from elsewhere do not hold it up.
 *
 * One password is checked at a time; lanes, names and browsers take turns. In a full lane the newest attempt of the name
 * that most wait for gives way; of several such names, one for that which was tried most often, and else the oldest.
 */
export class SignInAttempts {
  readonly #runtime: Pick<Runtime, 'now' | 'sleep'>;
  readonly #failures: RecentCounts;
  readonly #tries: RecentCounts;
  readonly #turns = new FairTurns<Lane>();
  /** In the order in which they came. */
  readonly #places = new Set<Place>();
  /** Keys whose attempts are being made. */
  readonly #begun = new Set<string>();

  constructor(runtime: Pick<Runtime, 'now' | 'sleep'>) {
    this.#runtime = runtime;
    this.#failures = new RecentCounts(runtime);
    this.#tries = new RecentCounts(runtime);
  }

  /**
   * @param check answers null for a wrong password
   * @throws TooManyAttempts
   */
  async make<T>({ name, knownBrowser }: Attempt, check: () => Promise<T | null>): Promise<T | null> {
    const key = JSON.stringify([name, knownBrowser]);
    this.#tries.add(key);
    if (this.#having('key', key).length >= MOST_AT_ONCE) throw new TooManyAttempts();
    const { promise, resolve, reject } = Promise.withResolvers<T | null>();
    const place: Place = {
      name,
      key,
      lane: knownBrowser !== null ? 'known' : this.#tries.of(key) > SELDOM ? 'often' : 'seldom',
      check: () =>
        check()
          .finally(() => this.#places.delete(place))
          .then((found) => resolve(this.#counted(key, found)), reject),
      refuse: () => reject(new TooManyAttempts()),
      state: 'waiting',
    };
    this.#places.add(place);
    if (this.#having('lane', place.lane).length > MOST_IN_LANE) this.#refuseOne(place.lane);
    void this.#makeAll(key);
    return promise;
  }

  /** One after the other. */
  async #makeAll(key: string): Promise<void> {
    if (this.#begun.has(key)) return;
    this.#begun.add(key);
    for (;;) {
      const [place] = this.#having('key', key);
      if (place === undefined) break;
      const counted = this.#failures.of(key) - FREE_FAILURES;
      if (counted > 0) {
        await this.#runtime.sleep(Math.min(FIRST_DELAY_MS * 2 ** (counted - 1), LONGEST_DELAY_MS));
      }
      await this.#turns.take(place.lane, place.name, async () => {
        if (place.state === 'refused') return;
        place.state = 'checked';
        await place.check();
      });
    }
    this.#begun.delete(key);
  }

  #counted<T>(key: string, found: T | null): T | null {
    if (found === null) {
      this.#failures.add(key);
    } else {
      this.#failures.forget(key);
      this.#tries.forget(key);
    }
    return found;
  }

  #refuseOne(lane: Lane): void {
    const inLane = this.#having('lane', lane);
    const counts = new Map<string, number>();
    for (const { name } of inLane) counts.set(name, (counts.get(name) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const candidates = inLane.filter(({ name, state }) => counts.get(name) === most && state === 'waiting');
    const tries = Math.max(...candidates.map(({ key }) => this.#tries.of(key)));
    const [oldest] = candidates.filter(({ key }) => this.#tries.of(key) === tries);
    const refused = candidates.findLast(({ name }) => name === oldest?.name);
    if (refused === undefined) return;
    refused.state = 'refused';
    this.#places.delete(refused);
    refused.refuse();
  }

  #having<K extends 'key' | 'lane'>(field: K, value: Place[K]): Place[] {
    return [...this.#places].filter((place) => place[field] === value);
  }
}
