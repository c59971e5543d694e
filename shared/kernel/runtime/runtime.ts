import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Where time and randomness come from; tests bring their own. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since some moment, that pass evenly also while the clock is being set: for durations. */
  elapsed(): number;
  /** @param until ends it early, where it aborts */
  sleep(milliseconds: number, until?: AbortSignal): Promise<void>;
  /** Does something again and again, until disposed of. */
  every(milliseconds: number, work: () => void): Disposable;
  randomBytes(count: number): Uint8Array;
}

export const systemRuntime: Runtime = {
  now: Date.now,
  elapsed: () => performance.now(),
  async sleep(milliseconds, until) {
    if (until === undefined) return delay(milliseconds);
    await delay(milliseconds, undefined, { signal: until }).catch((error: unknown) => {
      if (!until.aborted) throw error;
    });
  },
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
  randomBytes,
};

export const isoNow = (runtime: Pick<Runtime, 'now'>): string => new Date(runtime.now()).toISOString();
