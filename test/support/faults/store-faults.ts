import { interceptCalls } from '../store-calls.ts';

/** What a call to a store ends with when the process is to be dead, or the store out of reach. */
export class StoreFault extends Error {}

/** Whether an error was, or was caused by, a fault made here. */
const isStoreFault = (error: unknown): boolean =>
  error instanceof StoreFault ||
  (error instanceof AggregateError && error.errors.every(isStoreFault)) ||
  (error instanceof Error && error.cause !== undefined && isStoreFault(error.cause));

/** What some work gives; null where it ended with a fault made here. @throws whatever else it threw */
export const unlessFaulted = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isStoreFault(error)) return null;
    throw error;
  });

/** Where the next calls to the stores go wrong. */
export interface StoreFaults {
  /**
   * From call `number` on (from 1) the process does as one that died there: no call gets through until `heal`.
   * @param after whether call `number` itself still takes effect, and only its reply is lost
   */
  dieAt(number: number, after: boolean): void;
  /** Only call `number` fails, and is not retried. */
  failAt(number: number, after: boolean): void;
  /** Calls go through again. Returns how many there were. */
  heal(): number;
  /** How many calls some work makes. */
  count(work: () => Promise<unknown>): Promise<number>;
}

/** A call to a store, by its number from 1, and whether what goes wrong there does so after it has taken effect. */
export type StoreMoment = readonly [call: number, after: boolean];

/** All the moments of some work, or so many of them, picked at random. */
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

/** Puts itself between this process's functions and the stores. */
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
    if (number === at && takesEffect) await proceed();
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
