import { systemWait } from './with-retries.ts';

/** Milliseconds between two questions: short at first, later far below any rate limit. */
const FIRST_POLL_MS = 150;
const LONGEST_POLL_MS = 2000;
const POLL_GROWTH = 1.25;

export interface PollOptions {
  signal?: AbortSignal | undefined;
  /** Waits before the next question; rejects when `signal` aborts. */
  wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/** The answers to a question that is asked again and again, for as long as anyone wants the next one. */
export async function* polled<T>(
  ask: () => Promise<T>,
  { signal, wait = systemWait }: PollOptions,
): AsyncGenerator<T, never> {
  for (let delay = FIRST_POLL_MS; ; delay = Math.min(delay * POLL_GROWTH, LONGEST_POLL_MS)) {
    yield await ask();
    await wait(delay, signal);
  }
}

/** Polls until the answer is final. @param ask null where it is not */
export async function poll<T>(ask: () => Promise<T | null>, options: PollOptions): Promise<T> {
  const answers = polled(ask, options);
  for (;;) {
    const { value } = await answers.next();
    if (value !== null) return value;
  }
}
