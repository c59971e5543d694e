import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LIMITS } from '../../vitest.config.ts';

/**
 * The tests that reach the stores through the service, against other emulators: `npm run conformance`. The protocol
 * suites of the embedded stores take another implementation, too, but only a complete one.
 */
export default defineConfig({
  test: {
    ...LIMITS,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['endpoints', 'functions', 'stores', 'reliability', 'client'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    exclude: [
      // Fairness is the queues' own: SQS and the embedded ones take the groups of messages in turn, fauxqs does not.
      'test/reliability/turns.test.ts',
      // The embedded queues hand out again at once what a killed process had received; others wait for minutes.
      'test/reliability/kill-service.test.ts',
      'test/reliability/kill-worker.test.ts',
      // fauxqs takes at most 11 MiB in one request, which the setup of these tests needs.
      'test/functions/metadata/largest-document.test.ts',
    ],
    globalSetup: ['test/conformance/dynamodb-local.ts'],
    setupFiles: ['test/conformance/fauxqs.ts'],
  },
});
