import { setTimeout as delay } from 'node:timers/promises';
import { ApiFailure, ConnectionFailure } from './failure.ts';

export interface Patience {
  signal?: AbortSignal | undefined;
  /** Waits before the next attempt, told what became of the last one; rejects when `signal` does. */
  wait: (milliseconds: number, signal: AbortSignal | undefined, failure: Error) => Promise<void>;
}

export const systemWait: Patience['wait'] = (milliseconds, signal) =>
  delay(milliseconds, undefined, signal && { signal });

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Attempts in all: 15 s of waiting. */
const ATTEMPTS = 6;
/** Where nobody listens: a service that starts anew is back soon, and a mistyped address should not be waited for. */
const ATTEMPTS_WHERE_NOBODY_IS = 3;
/** 45 s: longer than the service takes a request for running whose function has died. */
const ATTEMPTS_WHILE_RUNNING = 8;

/** How often to try what fails like this. */
function attemptsFor(error: unknown): number {
  if (error instanceof ConnectionFailure) {
    return { broken: ATTEMPTS, absent: ATTEMPTS_WHERE_NOBODY_IS, foreign: 1 }[error.reason];
  }
  if (!(error instanceof ApiFailure)) return 1;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return ATTEMPTS_WHILE_RUNNING;
  return error.status >= 500 || error.code === 'RATE_LIMITED' ? ATTEMPTS : 1;
}

/** Milliseconds to wait after so many failures; for as long as a refusal asks for. */
function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiFailure ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)), asked);
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
      signal?.throwIfAborted();
      if (failures >= attemptsFor(error)) throw error;
      await wait(waitAfter(error, failures), signal, error as Error);
    }
  }
}
