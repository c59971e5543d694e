/** @module-tag long */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { SurfaceMessage } from '../../../shared/contract/messages.ts';
import type { SurfaceTracking } from '../../../shared/domain/surface/surface-tracking.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { WORKER_STORES } from '../../../shared/service/detection/worker-stores.ts';
import { trackSurface } from '../../../shared/service/surfaces/track-surface.ts';
import { trackUnit } from '../../../shared/service/surfaces/track-unit.ts';
import { openSurfaces } from '../../../shared/stores/surfaces.ts';
import { surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { cutSurface } from '../../support/surfaces/cut-surface.ts';
import { markSurface } from '../../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

const FRAMES = 104;
const MARKED = 3;
/** Frames and units before the first look, in which code is compiled and stores are opened. */
const WARM_UP = { frames: 20, units: 5 };
const FRAMES_A_LOOK = 10;
const UNIT_FRAMES = 6;
/** Bytes. A picture of the clip has 58 kB, a tracker 600 kB; the stores, which are in this process, keep some of what they are given. */
const MOST_KEPT = { aFrame: 12_000, aUnit: 150_000 };

const bench = await startWorkbench();
const stores = openAll(WORKER_STORES, bench.environment);
const video = await ingestedVideo(bench, await surfaceClip(FRAMES, swinging));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that can still be reached: what waits for a turn of the event loop, or for a finalizer, is gone by the third pass. */
async function reachable(): Promise<number> {
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A surface in units of so many frames. */
async function marked(unitFrames: number): Promise<{ tracking: SurfaceTracking; forwards: SurfaceMessage }> {
  const { body } = await markSurface(bench.api, video, { cornersAt: swinging, frame: MARKED });
  await bench.take('detection');
  const ref = { videoId: video, objectId: body.objectId };
  const { tracking, messages } = await cutSurface(bench.environment, ref, unitFrames);
  return { tracking, forwards: JSON.parse(messages[0] ?? '') as SurfaceMessage };
}

/** Of what was added from one look to the next: what the stores grow by now and then is no part of it. */
function medianGrowth(looks: readonly number[]): number {
  const growth = looks.slice(1).map((look, i) => look - (looks[i] as number));
  return growth.sort((a, b) => a - b)[Math.floor(growth.length / 2)] as number;
}

test('following a surface keeps nothing of a frame but where the surface was', async () => {
  const { tracking, forwards } = await marked(FRAMES);
  const looks: number[] = [];
  await trackSurface(stores, tracking, forwards, async (frames) => {
    if (frames >= WARM_UP.frames && frames % FRAMES_A_LOOK === 0) looks.push(await reachable());
  });
  expect(looks.length).toBe(9);
  expect(medianGrowth(looks) / FRAMES_A_LOOK).toBeLessThan(MOST_KEPT.aFrame);
});

test('a unit keeps nothing once it is done', async () => {
  const { tracking, forwards } = await marked(UNIT_FRAMES);
  const units = tracking.forwards.planned;
  const looks: number[] = [];
  for (let unit = 0; unit < units; unit++) {
    await trackUnit(stores, { ...forwards, unit }, 1);
    if (unit >= WARM_UP.units) looks.push(await reachable());
  }
  expect((await openSurfaces(bench.environment).get(forwards))?.forwards.units).toBe(units);
  expect(looks.length).toBeGreaterThan(10);
  expect(medianGrowth(looks)).toBeLessThan(MOST_KEPT.aUnit);
});
