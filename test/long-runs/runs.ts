import { globSync } from 'node:fs';

interface LongRun {
  /** Test files, from the root of the repository. */
  readonly files: (root: string) => string[];
  /** Environment variables that make them long. */
  readonly variables: Readonly<Record<string, string>>;
  readonly seedVariable: string;
}

/** Nothing of a file is left out or sampled. */
const WHOLE_FILES = { VMS_LONG: 'all' };

const MUTATED_MEDIA = 'test/reliability/mutated-media.test.ts';

/** The long runs, by their names. */
export const RUNS: Readonly<Record<string, LongRun>> = {
  faults: {
    files: (root) => [
      'test/stores/quotas/storage-quota.test.ts',
      ...globSync('test/reliability/*.test.ts', { cwd: root }).filter((file) => file !== MUTATED_MEDIA),
    ],
    variables: { ...WHOLE_FILES, VMS_FAULTS: '1' },
    seedVariable: 'VMS_FAULTS_SEED',
  },
  fuzz: {
    files: (root) => globSync('test/fuzz/*.test.ts', { cwd: root }),
    variables: { ...WHOLE_FILES, VMS_FUZZ: '1' },
    seedVariable: 'VMS_FUZZ_SEED',
  },
  'fuzz:media': {
    files: () => [MUTATED_MEDIA],
    variables: { ...WHOLE_FILES, VMS_FAULTS: '1', VMS_FUZZ_MEDIA: '10000' },
    seedVariable: 'VMS_FAULTS_SEED',
  },
};
