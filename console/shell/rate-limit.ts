import { Lasting } from './lasting.ts';

const DEFAULT_WAIT_S = 60;

/** Until when the service refuses requests since there were too many; the client repeats them by itself afterwards. */
export class RateLimit extends Lasting {
  readonly #now: () => number;
  #refusals = 0;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  /** A `fetch` whose answers are watched. */
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const before = this.#refusals;
      const response = await fetch(input, init);
      // Other refusals that may be repeated leave requests over; the gateway's own say nothing about them.
      const isUsedUp = Number(response.headers.get('X-RateLimit-Remaining') ?? 0) === 0;
      if (response.status === 429 && isUsedUp) {
        const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
        this.#refusals++;
        this.change(this.#now() + (Number.isNaN(seconds) ? DEFAULT_WAIT_S : seconds) * 1000);
        // One that was on its way already does not mean that the refusals are over.
      } else if (this.until > 0 && response.ok && this.#refusals === before) this.change(0);
      return response;
    };
  }
}
