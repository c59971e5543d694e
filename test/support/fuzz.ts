/** Whether the long runs are wanted (`npm run fuzz`), with another seed each time. */
export const exhaustive = process.env.VMS_FUZZ === '1';

/** Seed of all that is generated; printed, so that a run can be repeated. */
export function fuzzSeed(): number {
  const seed = Number(process.env.VMS_FUZZ_SEED ?? (exhaustive ? Date.now() % 2 ** 31 : 1));
  console.info(`VMS_FUZZ_SEED=${seed}`);
  return seed;
}
