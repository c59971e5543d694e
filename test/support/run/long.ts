/**
 * Two tags keep `npm test` short. What is tagged `long` only runs in `npm run test:long`; what is tagged `sampled` runs in
 * both, there with all its rounds and in `npm test` with an eighth of them. `npm run faults` and its like run all of a file,
 * with all rounds. Vitest is reported by `vitest.config.ts`.
 */

/** Which files a run is of: those of `npm test`, those of `npm run test:long`, or whichever it names, as `npm run faults`. */
export type Extent = 'usual' | 'long' | 'all';

/** What a process with these variables runs. */
export const extentOf = ({ VMS_LONG }: Readonly<Record<string, string | undefined>>): Extent => {
  if (VMS_LONG === 'all') return 'all';
  return VMS_LONG === '1' ? 'long' : 'usual';
};

/** Whether all rounds are made: not in `npm test`. */
export const isLong = extentOf(process.env) !== 'usual';

/** A number of rounds: all of them in a long run, an eighth and at least one otherwise. */
export const sampled = (all: number): number => (isLong ? all : Math.ceil(all / 8));

/** The rows of a table: all of them in a long run, the first eighth and at least one otherwise. */
export const sampledRows = <const Row>(rows: readonly Row[]): readonly Row[] =>
  rows.slice(0, sampled(rows.length));

/** The options of a test of a table: long from the limit on, such as of its index or of the size of what it takes. */
export const longFrom = (limit: number, value: number): { tags?: 'long' } =>
  value < limit ? {} : { tags: 'long' };
