import { randomBytes } from 'node:crypto';

/** Where time and randomness come from; tests bring their own. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  now(): number;
  randomBytes(count: number): Uint8Array;
}

export const systemRuntime: Runtime = { now: Date.now, randomBytes };

export const isoNow = (runtime: Runtime): string => new Date(runtime.now()).toISOString();
