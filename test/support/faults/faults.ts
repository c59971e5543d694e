import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { sampled } from '../run/long.ts';
import { portionOf, shareOf, slice, sliceName, sliceSeed } from './slice.ts';

/** Whether this is a long run (`npm run faults`), which makes more rounds. */
export const thorough = process.env.VMS_FAULTS === '1';

/** Timeout of a test, milliseconds: hours in a long run, minutes on a busy machine in a short one. */
export const TIMEOUT = thorough ? 4 * 3_600_000 : 300_000;

/** The number of rounds: this slice's share of a long run, at least one, or that of a short run, of which `npm test` samples. */
export const rounds = (long: number, short: number): number =>
  thorough ? Math.max(1, shareOf(slice, long)) : sampled(short);

/** How many moments to try: all of them (null) in a long run, else so many, of which `npm test` samples. */
export const sampleOf = (short: number): number | null => (thorough ? null : sampled(short));

/** This slice's share of the items. */
export const portion = <T>(items: readonly T[]): T[] => portionOf(slice, items);

const seed = Number(process.env.VMS_FAULTS_SEED ?? 1);

/** Random numbers in [0, 1) from `VMS_FAULTS_SEED`, which is printed so that a run can be repeated. */
export function faultRandom(): () => number {
  console.info(`VMS_FAULTS_SEED=${seed} VMS_SLICE=${sliceName(slice)}`);
  return seededRandom(sliceSeed(seed));
}
