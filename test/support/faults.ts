import { seededRandom } from './moving-shapes.ts';

/** Whether the long runs are wanted (`npm run faults`): more rounds, and another seed each time. */
export const thorough = process.env.VMS_FAULTS === '1';

const seed = Number(process.env.VMS_FAULTS_SEED ?? (thorough ? Date.now() % 2 ** 32 : 1));

/** Random numbers in [0, 1) from `VMS_FAULTS_SEED`, which is printed for repeating a run. */
export function faultRandom(): () => number {
  console.info(`VMS_FAULTS_SEED=${seed}`);
  return seededRandom(seed);
}
