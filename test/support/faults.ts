import { seededRandom } from '../../shared/media/synthetic/noise.ts';

/** Whether the long runs are wanted (`npm run faults`): more rounds, and another seed each time. */
export const thorough = process.env.VMS_FAULTS === '1';

/** Milliseconds for one test: several hours in the long runs, and enough for a busy machine in the short ones. */
export const TIMEOUT = thorough ? 4 * 3_600_000 : 300_000;

const seed = Number(process.env.VMS_FAULTS_SEED ?? (thorough ? Date.now() % 2 ** 32 : 1));

/** Random numbers in [0, 1) from `VMS_FAULTS_SEED`, which is printed for repeating a run. */
export function faultRandom(): () => number {
  console.info(`VMS_FAULTS_SEED=${seed}`);
  return seededRandom(seed);
}
