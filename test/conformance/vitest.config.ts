import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMITS, TAGS } from '../../vitest.config.ts';
import type { Reference } from './references/reference.ts';
import { REFERENCES } from './references.ts';

/** What keeps test files from running on other stores than our own; the protocol suites have reference implementations of their own. */
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

/** What watches the requests that reach the embedded S3, brings an S3 of its own, or signs for that of AWS. */
const ON_OUR_FILES = [
  'test/stores/files/read-signer.test.ts',
  'test/reliability/turns.test.ts',
  'test/reliability/kill-worker.test.ts',
  'test/reliability/killed-ingest.test.ts',
];

// fauxqs takes at most 11 MiB in one request, which the last two of these need.
const ON_FAUXQS = [
  ...ON_OUR_QUEUES,
  'test/stores/files/read-signer.test.ts',
  'test/functions/metadata/largest-document.test.ts',
  'test/stores/files/assemble-object.test.ts',
];

/** What does not run on a reference implementation. */
const leftOut = ({ stores, deviations }: Reference): string[] => [
  ...(stores.includes('SQS') ? ON_OUR_QUEUES : []),
  ...(stores.includes('S3') ? ON_OUR_FILES : []),
  ...deviations.flatMap(({ files = [] }) => files),
];

const reference = REFERENCES.find(({ name }) => name === process.env.VMS_JUDGE);

/**
 * Runs the tests that reach the stores through the service on stores by other authors: `npm run conformance` on fauxqs
 * (S3, SQS), `npm run conformance:<reference>` on those of `references.ts`.
 */
export default defineConfig({
  test: {
    ...LIMITS,
    tags: TAGS,
    // Each table, bucket and queue that a test file makes takes an emulator its time.
    hookTimeout: 300_000,
    testTimeout: 120_000,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['endpoints', 'functions', 'stores', 'reliability', 'client'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    exclude: reference === undefined ? ON_FAUXQS : leftOut(reference),
    setupFiles: [
      'test/support/run/each-file.ts',
      reference === undefined ? 'test/conformance/fauxqs.ts' : 'test/conformance/reference-project.ts',
    ],
  },
});
