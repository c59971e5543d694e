import { seededRandom } from '../../../shared/kernel/random/random.ts';
import { portionOf, shareOf, slice, sliceName, sliceSeed } from './slice.ts';

/** Whether the long runs are wanted (`npm run faults`): more rounds. */
export const thorough = process.env.VMS_FAULTS === '1';

/** Milliseconds for one test: several hours in the long runs, and enough for a busy machine in the short ones. */
export const TIMEOUT = thorough ? 4 * 3_600_000 : 300_000;

/** How many rounds: this slice's share of those of a long run, never none, or those of a short one. */
export const rounds = (long: number, short: number): number =>
  thorough ? Math.max(1, shareOf(slice, long)) : short;

/** This slice's share of what a long run goes through. */
export const portion = <T>(items: readonly T[]): T[] => portionOf(slice, items);

const seed = Number(process.env.VMS_FAULTS_SEED ?? 1);

/** Random numbers in [0, 1) from `VMS_FAULTS_SEED`, which is printed for repeating a run. */
export function faultRandom(): () => number {
  console.info(`VMS_FAULTS_SEED=${seed} VMS_SLICE=${sliceName(slice)}`);
  return seededRandom(sliceSeed(seed));
}
