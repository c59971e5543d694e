import { ApiFailure, ConnectionFailure } from './failure.ts';

export interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Waits before the next attempt, given the failure of the last one; rejects when `signal` aborts. */
  wait: (milliseconds: number, signal: AbortSignal | undefined, failure: Error) => Promise<void>;
}

/** The platform's timer. Rejects with the reason of `signal`. */
export const systemWait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Attempts in all, with 15 s of waiting between them. */
const ATTEMPTS = 6;
/** Where nothing listens: a restarting service is back soon, and a mistyped address is not worth waiting for. */
const ATTEMPTS_WHERE_ABSENT = 3;
/** 45 s: longer than the service goes on believing in a request whose function has died. */
const ATTEMPTS_WHILE_RUNNING = 8;

/** How many attempts a failure of this kind is worth. */
function attemptsFor(error: unknown): number {
  if (error instanceof ConnectionFailure) {
    return { broken: ATTEMPTS, absent: ATTEMPTS_WHERE_ABSENT, blocked: 1, foreign: 1 }[error.reason];
  }
  if (!(error instanceof ApiFailure)) return 1;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return ATTEMPTS_WHILE_RUNNING;
  return error.status >= 500 || error.status === 429 ? ATTEMPTS : 1;
}

/** Milliseconds to wait after this many failures, at least as long as a refusal asks for. */
function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiFailure ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)), asked);
}

/**
 * Repeats what may be repeated, with growing pauses.
 * @throws what the last attempt threw; the reason of `signal`
 */
export async function withRetries<T>(attempt: () => Promise<T>, { signal, wait }: RetryOptions): Promise<T> {
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
