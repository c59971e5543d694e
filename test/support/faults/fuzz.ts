import { sampled } from '../run/long.ts';
import { shareOf, slice, sliceName, sliceSeed } from './slice.ts';

/** Whether this is a long run (`npm run fuzz`). */
export const exhaustive = process.env.VMS_FUZZ === '1';

/** A count: this slice's share of the long run's, or the short run's, of which `npm test` samples. */
export const fuzzShare = (long: number, short: number): number =>
  exhaustive ? shareOf(slice, long) : sampled(short);

/** The seed of everything that is generated; printed, so that a run can be repeated. */
export function fuzzSeed(): number {
  const seed = Number(process.env.VMS_FUZZ_SEED ?? 1);
  console.info(`VMS_FUZZ_SEED=${seed} VMS_SLICE=${sliceName(slice)}`);
  // fast-check takes a signed 32-bit integer.
  return sliceSeed(seed) | 0;
}
