/** Calls back once after `delayMs`; the returned function cancels. Injected so that tests need not wait. */
export type Timer = (delayMs: number, callback: () => void) => () => void;

export const systemTimer: Timer = (delayMs, callback) => {
  const timeout = setTimeout(callback, delayMs);
  return () => clearTimeout(timeout);
};

/** Long polls wait here until something may have arrived in their queue. */
export class Arrivals {
  readonly #timer: Timer;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Wakes all waiters of `queue`, the longest waiting first. */
  announce(queue: string): void {
    for (const wake of [...(this.#waiting.get(queue) ?? [])]) wake();
  }

  /** Resolves on the next arrival in `queue`, after `delayMs`, or when `signal` aborts. */
  wait(queue: string, delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const waiting = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, waiting);
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      const cancel = this.#timer(delayMs, wake);
      signal.addEventListener('abort', wake);
      waiting.add(wake);
    });
  }
}
