import { interceptCalls } from '../store-calls.ts';
import { discard } from './lost-replies.ts';

/** Thrown by a call to a store when the process is meant to have died, or the store to be out of reach. */
export class StoreFault extends Error {}

/** Whether an error is an injected fault or was caused by one. */
const isStoreFault = (error: unknown): boolean =>
  error instanceof StoreFault ||
  (error instanceof AggregateError && error.errors.every(isStoreFault)) ||
  (error instanceof Error && error.cause !== undefined && isStoreFault(error.cause));

/** The result of some work, or null if an injected fault ended it. @throws any other error */
export const unlessFaulted = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isStoreFault(error)) return null;
    throw error;
  });

/** Decides which of the next calls to the stores fail. */
export interface StoreFaults {
  /**
   * From call `number` on (counted from 1) no call gets through until `heal`, as if the process had died there.
   * @param after whether call `number` itself still takes effect and only its reply is lost
   */
  dieAt(number: number, after: boolean): void;
  /** Only call `number` fails, and is not retried. */
  failAt(number: number, after: boolean): void;
  /** Lets calls through again. Returns how many there were. */
  heal(): number;
  /** Counts the calls that some work makes. */
  count(work: () => Promise<unknown>): Promise<number>;
}

/** The number of a call, from 1, and whether it fails after it has taken effect. */
export type StoreMoment = readonly [call: number, after: boolean];

/** All moments of work that makes `calls` calls, or a random sample of them. */
export function storeMoments(calls: number, sample: number | null, random: () => number): StoreMoment[] {
  const all = Array.from({ length: calls }, (_, i) => i + 1).flatMap((call): StoreMoment[] => [
    [call, false],
    [call, true],
  ]);
  if (sample === null) return all;
  return all
    .map((moment) => ({ moment, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, sample)
    .map(({ moment }) => moment);
}

/** Intercepts all calls of this process to the stores. */
export function injectStoreFaults(): StoreFaults {
  let calls = 0;
  let fatal = false;
  let at = Number.POSITIVE_INFINITY;
  let takesEffect = false;
  const begin = (number: number, after: boolean, forever: boolean): void => {
    calls = 0;
    at = number;
    takesEffect = after;
    fatal = forever;
  };

  interceptCalls(async ({ command }, proceed) => {
    const number = ++calls;
    if (number === at && takesEffect) discard(await proceed());
    if (number === at || (fatal && number > at)) throw new StoreFault(`${command} is call ${number}`);
    return proceed();
  });

  const heal = (): number => {
    at = Number.POSITIVE_INFINITY;
    return calls;
  };

  return {
    dieAt: (number, after) => begin(number, after, true),
    failAt: (number, after) => begin(number, after, false),
    heal,
    async count(work) {
      begin(Number.POSITIVE_INFINITY, false, false);
      await work();
      return heal();
    },
  };
}
