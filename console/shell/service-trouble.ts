import { isApiFailure } from '../../client/failure.ts';
import { type RetryOptions, systemWait } from '../../client/with-retries.ts';
import { Lasting } from './lasting.ts';

/** A wait of this length or more is shown: the call has failed for a second or two. */
const TOLD_FROM_MS = 2000;
/** Between two waits is an attempt, during which the trouble is not over. */
const ATTEMPT_MS = 3000;

/** Until when calls are probably repeated since the service fails to answer. */
export class ServiceTrouble extends Lasting {
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  /** Waits before a call is repeated. Refusals for too many requests are reported by `RateLimit`. */
  readonly wait: RetryOptions['wait'] = (milliseconds, signal, failure) => {
    const isRefusal = isApiFailure(failure, 'RATE_LIMITED');
    if (milliseconds >= TOLD_FROM_MS && !isRefusal) this.change(this.#now() + milliseconds + ATTEMPT_MS);
    return systemWait(milliseconds, signal);
  };

  /** A `fetch` after whose answers the trouble is over. */
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      if (this.until > 0 && response.ok) this.change(0);
      return response;
    };
  }
}
