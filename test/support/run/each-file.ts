/**
 * Runs before each test file. After it, whatever the file has started ends, and the process is as it was before: the next
 * file of the process finds the same variables, clock, connections and globals.
 */
import { afterAll, vi } from 'vitest';
import { provideEnvironment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { provideConnections } from '../../../shared/stores/connections.ts';
import { undoAll } from '../service/after-file.ts';
import './leave-no-process.ts';
import { recordTimes } from './record-times.ts';

interface Original {
  variables: NodeJS.ProcessEnv;
  fetch: typeof fetch;
}

const kept = globalThis as { original?: Original };

/** What the process had before its first file. */
const original: Original = kept.original ?? { variables: { ...process.env }, fetch: globalThis.fetch };
kept.original = original;

function restore(): void {
  const { variables, fetch } = original;
  globalThis.fetch = fetch;
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}

// An earlier file may have been cut off.
restore();
// The same object for two files would be the same stores for both.
provideEnvironment({ variables: process.env, runtime: systemRuntime });
// An earlier file's stores are gone.
provideConnections({});

recordTimes();
// Registered while the file is collected, since Vitest ignores an afterAll inside a beforeAll; first, so that it runs last.
afterAll(async () => {
  try {
    await undoAll();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    restore();
  }
});
