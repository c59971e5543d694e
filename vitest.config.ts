import { defineConfig } from 'vitest/config';

/** What also runs against an emulator by another author each time; `npm run conformance` runs all that can. */
const ON_FAUXQS = ['test/endpoints/life-of-a-video.test.ts', 'test/stores/lost-replies.test.ts'];

/** Only `npm run test:browser` runs these. */
const LONG_BROWSER_TESTS = 'test/browser/long/**/*.test.ts';

/** A file has its own browser, which takes both cores; beside other work a flow through several pages takes its time. */
const BROWSER = {
  include: ['test/browser/**/*.test.ts'],
  fileParallelism: false,
  testTimeout: 90_000,
  expect: { poll: { timeout: 20_000 } },
};

/** How tests run everywhere. */
export const LIMITS = {
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
} as const;

export default defineConfig({
  test: {
    ...LIMITS,
    projects: [
      {
        extends: true,
        test: { name: 'embedded', include: ['test/**/*.test.ts'], exclude: ['test/browser/**'] },
      },
      {
        extends: true,
        test: { name: 'fauxqs', include: ON_FAUXQS, setupFiles: ['test/conformance/fauxqs.ts'] },
      },
      { extends: true, test: { ...BROWSER, name: 'browser', exclude: [LONG_BROWSER_TESTS] } },
      { extends: true, test: { ...BROWSER, name: 'browser-long', include: [LONG_BROWSER_TESTS] } },
    ],
  },
});
