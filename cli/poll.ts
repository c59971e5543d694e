import type { Context } from './command.ts';

/** Milliseconds between two polls: short at first, later far below any rate limit. */
const FIRST_POLL_MS = 150;
const LONGEST_POLL_MS = 1000;
const POLL_GROWTH = 1.25;

/** Polls until the answer is final. @param ask null where it is not */
export async function poll<T>({ pause }: Pick<Context, 'pause'>, ask: () => Promise<T | null>): Promise<T> {
  for (let delay = FIRST_POLL_MS; ; delay = Math.min(delay * POLL_GROWTH, LONGEST_POLL_MS)) {
    const answer = await ask();
    if (answer !== null) return answer;
    await pause(delay);
  }
}
