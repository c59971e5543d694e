import { expect, test } from 'vitest';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { waitForTracking } from '../../../shared/service/surfaces/wait-for-tracking.ts';
import { runningSurface } from '../../support/surfaces/running-surface.ts';

const marked = runningSurface({ accountId: 'a', videoId: 'v', objectId: 'surface_1' });
const VERSION = 2;

/** Waits for a surface whose tracking never ends. @param onSleep gets how often it has slept before */
async function waiting(onSleep: (slept: number, stopping: AbortController) => void) {
  const stopping = new AbortController();
  const pauses: number[] = [];
  let time = 0;
  const environment: Environment = {
    variables: {},
    runtime: {
      ...systemRuntime,
      elapsed: () => time,
      async sleep(milliseconds, until) {
        onSleep(pauses.length, stopping);
        pauses.push(milliseconds);
        time += until?.aborted ? 0 : milliseconds;
      },
    },
    stopping: stopping.signal,
  };
  const forwards = () => ({ ...marked.forwards, seen: pauses.length });
  const stores = {
    environment,
    surfaces: { get: async () => ({ ...marked, forwards: forwards() }) },
    versions: { newest: async () => ({ version: VERSION }) },
    documents: {},
  } as unknown as Parameters<typeof waitForTracking>[0];
  const latest = await waitForTracking(stores, marked, { version: VERSION, until: 20_000 });
  return { latest, pauses, time };
}

test('a wait whose process is about to end is over at once, with the track so far', async () => {
  const { latest, time } = await waiting((slept, stopping) => {
    if (slept === 2) stopping.abort();
  });
  expect(latest).toMatchObject({ state: 'running', forwards: { seen: 3 } });
  expect(time).toBe(250 + 500);
});

test('it is over at its time, and looks every second', async () => {
  const { latest, pauses, time } = await waiting(() => undefined);
  expect(latest).toMatchObject({ state: 'running', forwards: { seen: pauses.length } });
  expect(time).toBe(20_000);
  expect(Math.max(...pauses)).toBe(1000);
});
