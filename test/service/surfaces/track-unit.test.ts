import { expect, test, vi } from 'vitest';
import type { SurfaceMessage } from '../../../shared/contract/messages.ts';
import { trackedFrames, trackingProgress } from '../../../shared/domain/surface/surface-tracking.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { WORKER_STORES, type WorkerStores } from '../../../shared/service/detection/worker-stores.ts';
import { trackUnit } from '../../../shared/service/surfaces/track-unit.ts';
import { openSurfaces } from '../../../shared/stores/surfaces.ts';
import { surfaceClip, swinging } from '../../support/clips/surface-clip.ts';
import { TIMEOUT } from '../../support/faults/faults.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { listedObjects, markSurface } from '../../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../../support/videos/ingested-video.ts';

vi.setConfig({ testTimeout: TIMEOUT });

const bench = await startWorkbench();
const { api } = bench;
const video = await ingestedVideo(bench, await surfaceClip(24, swinging));

/** Marks a surface in frame 3, with 20 frames after it. Returns the message of its unit forwards. */
async function marked(): Promise<SurfaceMessage> {
  await markSurface(api, video, { cornersAt: swinging, frame: 3 });
  const [ahead = ''] = await bench.take('detection');
  return JSON.parse(ahead) as SurfaceMessage;
}

/** The worker's stores, over a clock on which a frame takes a quarter of a second; `onNote` runs before each note of progress. */
function storesOf(onNote: (frames: number) => Promise<unknown>): WorkerStores {
  let time = 0;
  const runtime = {
    ...bench.environment.runtime,
    elapsed: () => {
      time += 250;
      return time;
    },
  };
  const stores = openAll(WORKER_STORES, { ...bench.environment, runtime });
  return {
    ...stores,
    surfaces: {
      ...stores.surfaces,
      noteProgress: async (ref, direction, unit, counted) => {
        await onNote(counted.frames);
        return stores.surfaces.noteProgress(ref, direction, unit, counted);
      },
    },
  };
}

test('progress is noted every two seconds, however few frames that is', async () => {
  const message = await marked();
  const noted: number[] = [];
  const standing: (number | undefined)[] = [];
  const surfaces = openSurfaces(bench.environment);
  const stores = storesOf(async (frames) => {
    noted.push(frames);
    standing.push((await surfaces.get(message))?.forwards.noted?.frames);
  });
  await trackUnit(stores, message, 1);
  expect(noted).toEqual([8, 16]);
  expect(standing).toEqual([undefined, 8]);
  expect((await surfaces.get(message))?.forwards).toMatchObject({ units: 1, frames: 20, seen: 20 });
});

test('a unit that starts over after its worker has died counts its frames once', async () => {
  const message = await marked();
  const surfaces = openSurfaces(bench.environment);
  const progress = async () => {
    const tracking = await surfaces.get(message);
    return tracking && [trackedFrames(tracking), trackingProgress(tracking)];
  };
  const dying = storesOf(async (frames) => {
    if (frames > 8) throw new Error('The worker dies');
  });
  await expect(trackUnit(dying, message, 1)).rejects.toThrow('dies');
  expect(await progress()).toEqual([9, 37]);
  const meanwhile: unknown[] = [];
  await trackUnit(
    storesOf(async () => meanwhile.push(await progress())),
    message,
    2,
  );
  expect(meanwhile).toEqual([
    [9, 37],
    [9, 37],
  ]);
  expect((await surfaces.get(message))?.forwards).toMatchObject({ units: 1, frames: 20, seen: 20 });
  expect(await progress()).toEqual([21, 87]);
});

test('a unit ends with the note after its surface was deleted', async () => {
  const message = await marked();
  let notes = 0;
  const stores = storesOf(async () => {
    notes++;
    await api('DELETE', `/api/videos/${video}/objects/${message.objectId}`);
  });
  await trackUnit(stores, message, 1);
  expect(notes).toBe(1);
  expect((await openSurfaces(bench.environment).get(message))?.state).toBe('cancelled');
  expect((await listedObjects(api, video)).map(({ id }) => id)).not.toContain(message.objectId);
});
