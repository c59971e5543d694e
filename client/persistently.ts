import { setTimeout as delay } from 'node:timers/promises';
import { ApiFailure, ConnectionFailure } from './failure.ts';

export interface Patience {
  signal: AbortSignal;
  /** Waits between attempts; rejects when `signal` does. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const systemWait: Patience['wait'] = (milliseconds, signal) =>
  delay(milliseconds, undefined, { signal });

const ATTEMPTS = 6;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Milliseconds after which to try again; null where that is of no use. */
function waitAfter(error: unknown, failures: number): number | null {
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
  if (error instanceof ConnectionFailure) return backoff;
  if (!(error instanceof ApiFailure)) return null;
  if (error.code === 'RATE_LIMITED') return Math.max(backoff, (error.retryAfter ?? 0) * 1000);
  return error.status >= 500 || error.code === 'IDEMPOTENCY_IN_PROGRESS' ? backoff : null;
}

/**
 * Repeats what may be repeated, ever more slowly.
 * @throws what the last attempt threw; the reason of `signal`
 */
export async function persistently<T>(attempt: () => Promise<T>, { signal, wait }: Patience): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const milliseconds = waitAfter(error, failures);
      if (milliseconds === null || failures === ATTEMPTS) throw error;
      await wait(milliseconds, signal);
    }
  }
}
