import { defineConfig } from 'vitest/config';
import { testFiles } from './test/projects.ts';
import { EvenShards } from './test/support/run/even-shards.ts';
import { extentOf } from './test/support/run/long.ts';

/** What also runs against an emulator by another author each time; `npm run conformance` runs all that can. */
const ON_FAUXQS = ['test/stores/lost-replies.test.ts'];

/** Only `npm run test:long` and `npm run test:browser` run these. */
const LONG_BROWSER_TESTS = 'test/browser/long/**/*.test.ts';

const EACH_FILE = 'test/support/run/each-file.ts';

/** Beside other work a flow through several pages takes its time. */
const BROWSER = {
  isolate: false,
  testTimeout: 90_000,
  expect: { poll: { timeout: 20_000 } },
};

/** What tests may be marked with. */
export const TAGS = [
  { name: 'long', description: 'Only runs in `npm run test:long`.' },
  { name: 'sampled', description: 'Makes fewer rounds in `npm test` than in `npm run test:long`.' },
];

/** How tests run everywhere. */
export const LIMITS = {
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // One more than the cores of the smallest machine: tests wait for browsers, decoders and other processes.
  maxWorkers: 3,
} as const;

const { pure, service, stacks, isolated } = testFiles(extentOf(process.env));

/**
 * The files of a project without isolation share processes, in which each finds what it would find in its own: see
 * `test/support/run/each-file.ts`.
 */
export default defineConfig({
  test: {
    ...LIMITS,
    sequence: { sequencer: EvenShards },
    globalSetup: ['test/support/run/temporary-files.ts'],
    setupFiles: [EACH_FILE],
    tags: TAGS,
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      { extends: true, test: { name: 'service', include: service, isolate: false } },
      { extends: true, test: { name: 'stacks', include: stacks, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        test: { name: 'fauxqs', include: ON_FAUXQS, setupFiles: ['test/conformance/fauxqs.ts'] },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: [LONG_BROWSER_TESTS],
        },
      },
      { extends: true, test: { ...BROWSER, name: 'browser-long', include: [LONG_BROWSER_TESTS] } },
    ],
  },
});
