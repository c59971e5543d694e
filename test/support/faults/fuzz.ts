import { shareOf, slice, sliceName, sliceSeed } from './slice.ts';

/** Whether the long runs are wanted (`npm run fuzz`). */
export const exhaustive = process.env.VMS_FUZZ === '1';

/** How many of something: this slice's share of those of a long run, or those of a short one. */
export const fuzzShare = (long: number, short: number): number => (exhaustive ? shareOf(slice, long) : short);

/** Seed of all that is generated; printed, so that a run can be repeated. */
export function fuzzSeed(): number {
  const seed = Number(process.env.VMS_FUZZ_SEED ?? 1);
  console.info(`VMS_FUZZ_SEED=${seed} VMS_SLICE=${sliceName(slice)}`);
  // fast-check takes 32 bits with a sign.
  return sliceSeed(seed) | 0;
}
