import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMITS } from '../../vitest.config.ts';
import type { Judge } from './judges/judge.ts';
import { JUDGES } from './judges.ts';

/** What keeps test files from running on other stores than our own; the protocol suites have judges of their own. */
const ON_OUR_QUEUES = [
  // SQS and the embedded queues take message groups in turn; emulators do not.
  'test/reliability/turns.test.ts',
  'test/reliability/surface-turns*.test.ts',
  // After a kill the embedded queues release messages in flight at once; others only after minutes.
  'test/reliability/kill-service.test.ts',
  'test/reliability/kill-worker.test.ts',
  // Brings a queue of its own, to which another S3 does not announce uploads.
  'test/reliability/killed-ingest.test.ts',
];

/** What watches the requests that reach the embedded S3, or brings an S3 of its own. */
const ON_OUR_FILES = [
  'test/reliability/turns.test.ts',
  'test/reliability/kill-worker.test.ts',
  'test/reliability/killed-ingest.test.ts',
];

// fauxqs takes at most 11 MiB in one request, which the setup of these tests needs.
const ON_FAUXQS = [
  ...ON_OUR_QUEUES,
  'test/functions/metadata/largest-document.test.ts',
  'test/stores/files/assemble-object.test.ts',
];

/** What does not run on a judge. */
const leftOut = ({ stores, deviations }: Judge): string[] => [
  ...(stores.includes('SQS') ? ON_OUR_QUEUES : []),
  ...(stores.includes('S3') ? ON_OUR_FILES : []),
  ...deviations.flatMap(({ files = [] }) => files),
];

const judge = JUDGES.find(({ name }) => name === process.env.VMS_JUDGE);

/**
 * Runs the tests that reach the stores through the service on stores by other authors: `npm run conformance` on fauxqs
 * (S3, SQS), `npm run conformance:<judge>` on those of `judges.ts`.
 */
export default defineConfig({
  test: {
    ...LIMITS,
    // Each table, bucket and queue that a test file makes takes an emulator its time.
    hookTimeout: 300_000,
    testTimeout: 120_000,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['endpoints', 'functions', 'stores', 'reliability', 'client'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    exclude: judge === undefined ? ON_FAUXQS : leftOut(judge),
    setupFiles: [
      'test/support/run/each-file.ts',
      judge === undefined ? 'test/conformance/fauxqs.ts' : 'test/conformance/judged.ts',
    ],
  },
});
