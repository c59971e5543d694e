import { expect, test, vi } from 'vitest';
import { blobWalk } from '../../../bench/cost/blob-walk.ts';
import { simulateDeletions, simulateWalks } from '../../../bench/sweep/simulate.ts';

// The simulation is what is measured, however busy the machine.
vi.setConfig({ testTimeout: 120_000 });

test('what 10,000 deletions left is purged within five minutes, which one by one would take 30', async () => {
  const { minutes, oneByOneMinutes } = await simulateDeletions(10_000);
  expect(minutes).toBeLessThan(5);
  expect(oneByOneMinutes).toBeGreaterThan(30);
});

test('walks take what docs/cost.md says, to a twentieth', async () => {
  const videos = 5000;
  const simulated = await simulateWalks(videos);
  for (const kind of ['first', 'daily'] as const) {
    const { lists, lookUps, minutes } = blobWalk(videos, kind);
    expect(simulated[kind].requests.list).toBe(lists);
    expect(Math.abs(simulated[kind].lookUps / lookUps - 1)).toBeLessThan(0.05);
    expect(Math.abs(simulated[kind].minutes / minutes - 1)).toBeLessThan(0.05);
  }
});
