import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMITS } from '../../vitest.config.ts';

/**
 * Runs the tests that reach the stores through the service against other emulators: `npm run conformance`. The protocol
 * suites of the embedded stores also run against other implementations, but only against complete ones.
 */
export default defineConfig({
  test: {
    ...LIMITS,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['endpoints', 'functions', 'stores', 'reliability', 'client'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    exclude: [
      // SQS and the embedded queues take message groups in turn; fauxqs does not.
      'test/reliability/turns.test.ts',
      'test/reliability/surface-turns.test.ts',
      'test/reliability/surface-turns-of-accounts.test.ts',
      // After a kill the embedded queues release messages in flight at once; others only after minutes.
      'test/reliability/kill-service.test.ts',
      'test/reliability/kill-worker.test.ts',
      // fauxqs takes at most 11 MiB in one request, which the setup of these tests needs.
      'test/functions/metadata/largest-document.test.ts',
    ],
    globalSetup: ['test/conformance/dynamodb-local.ts'],
    setupFiles: ['test/conformance/fauxqs.ts'],
  },
});
