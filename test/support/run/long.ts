/**
 * Two tags keep `npm test` short. What is tagged `long` only runs in `npm run test:long`; what is tagged `sampled` runs in
 * both, there with all its rounds and in `npm test` with an eighth of them. Vitest is reported by `vitest.config.ts`.
 */

/** Whether this is `npm run test:long`. */
export const isLong = process.env.VMS_LONG === '1';

/** A number of rounds: all of them in a long run, an eighth and at least one otherwise. */
export const sampled = (all: number): number => (isLong ? all : Math.ceil(all / 8));

/** The rows of a table: all of them in a long run, the first eighth and at least one otherwise. */
export const sampledRows = <const Row>(rows: readonly Row[]): readonly Row[] =>
  rows.slice(0, sampled(rows.length));

/** The options of a test of a table: long from the limit on, such as of its index or of the size of what it takes. */
export const longFrom = (limit: number, value: number): { tags?: 'long' } =>
  value < limit ? {} : { tags: 'long' };
