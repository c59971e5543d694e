import { describe, expect, test } from 'vitest';
import { shortId, uuidv7 } from '../../shared/domain/ids.ts';
import {
  isTracked,
  type SurfaceTracking,
  trackedFrames,
} from '../../shared/domain/surface/surface-tracking.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { openSurfaces } from '../../shared/stores/surfaces.ts';
import { loseNextReply } from '../support/faults/lost-replies.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { runningSurface } from '../support/surfaces/running-surface.ts';

const bench = await startWorkbench();
const surfaces = openSurfaces(bench.environment);

const newId = () => uuidv7(systemRuntime);
const made = (videoId = newId()): SurfaceTracking =>
  runningSurface({ accountId: newId(), videoId, objectId: `surface_${shortId(systemRuntime)}` });

async function running(): Promise<SurfaceTracking> {
  const tracking = made();
  await surfaces.begin(tracking);
  return tracking;
}

const MINUTE = 60_000;

async function due(later: number, { videoId }: SurfaceTracking): Promise<boolean> {
  for await (const found of surfaces.due(bench.environment.runtime.now() + later)) {
    if (found.videoId === videoId) return true;
  }
  return false;
}

describe('a tracking', () => {
  test('is read as it was begun, alone and with the others of its video', async () => {
    const [first, other] = [await running(), await running()];
    const second = made(first.videoId);
    await surfaces.begin(second);
    expect(await surfaces.get(first)).toEqual(first);
    const ofVideo = await surfaces.ofVideo(first.videoId);
    expect(ofVideo.map(({ objectId }) => objectId).sort()).toEqual([first.objectId, second.objectId].sort());
    expect(await surfaces.ofVideo(other.videoId)).toEqual([other]);
  });

  test('moves on only from where it may, and gets again that it has moved', async () => {
    const tracking = await running();
    expect(await surfaces.advance(tracking, 'done')).toBe(false);
    expect(await surfaces.advance(tracking, 'committing')).toBe(true);
    expect(await surfaces.advance(tracking, 'committing')).toBe(true);
    expect(await surfaces.advance(tracking, 'done')).toBe(true);
    expect(await surfaces.advance(tracking, 'failed')).toBe(false);
    expect((await surfaces.get(tracking))?.state).toBe('done');
  });

  test('that was removed moves nowhere, and is not there again', async () => {
    const tracking = await running();
    await surfaces.delete(tracking);
    expect(await surfaces.advance(tracking, 'failed')).toBe(false);
    expect(await surfaces.noteProgress(tracking, 'forwards', 0, { frames: 5, seen: 5 })).toBe(false);
    expect(await surfaces.completeUnit(tracking, 'forwards', 0, { frames: 5, seen: 5 })).toBeNull();
    await surfaces.postpone(tracking, 1);
    expect(await surfaces.get(tracking)).toBeNull();
  });
});

describe('the units of a direction', () => {
  test('are counted in their order, each once; both directions together make a tracked surface', async () => {
    const tracking = await running();
    expect(await surfaces.completeUnit(tracking, 'forwards', 1, { frames: 500, seen: 1 })).toBeNull();
    const first = await surfaces.completeUnit(tracking, 'forwards', 0, { frames: 240, seen: 200 });
    expect(first?.forwards).toMatchObject({ planned: 2, units: 1, frames: 240, seen: 200 });
    expect(await surfaces.completeUnit(tracking, 'forwards', 0, { frames: 240, seen: 200 })).toBeNull();
    await surfaces.completeUnit(tracking, 'backwards', 0, { frames: 100, seen: 90 });
    const last = await surfaces.completeUnit(tracking, 'forwards', 1, { frames: 899, seen: 201 });
    expect(last && [isTracked(last), trackedFrames(last)]).toEqual([true, 292]);
    expect(first && isTracked(first)).toBe(false);
  });

  test('are known to be done by the worker whose reply was lost', async () => {
    const tracking = await running();
    using lost = loseNextReply(({ command }) => command === 'UpdateItemCommand');
    const after = await surfaces.completeUnit(tracking, 'backwards', 0, { frames: 100, seen: 90 });
    expect([lost.commands, after?.backwards.units]).toEqual([['UpdateItemCommand'], 1]);
  });

  test('are no longer to be done once the tracking has failed', async () => {
    const tracking = await running();
    await surfaces.advance(tracking, 'failed', { failure: { code: 'WORKER_DIED', message: 'It died.' } });
    expect(await surfaces.completeUnit(tracking, 'forwards', 0, { frames: 1, seen: 1 })).toBeNull();
    expect((await surfaces.get(tracking))?.failure?.code).toBe('WORKER_DIED');
  });
});

describe('what is noted of a unit', () => {
  test('never goes down, and says whether the unit is still to be done', async () => {
    const tracking = await running();
    const note = (frames: number, unit = 0) =>
      surfaces.noteProgress(tracking, 'forwards', unit, { frames, seen: frames });
    expect([await note(100), await note(100), await note(50)]).toEqual([true, true, true]);
    expect((await surfaces.get(tracking))?.forwards).toMatchObject({ frames: 0, noted: { frames: 100 } });
    await surfaces.completeUnit(tracking, 'forwards', 0, { frames: 240, seen: 240 });
    expect([await note(200), await note(300), await note(300, 1)]).toEqual([false, false, true]);
    await surfaces.advance(tracking, 'cancelled');
    expect(await note(400, 1)).toBe(false);
  });
});

describe('a sweep', () => {
  test('is due for a tracking without progress, later after each note', async () => {
    const tracking = await running();
    expect([await due(5 * MINUTE, tracking), await due(10 * MINUTE, tracking)]).toEqual([false, true]);
    bench.advance(5 * MINUTE);
    await surfaces.noteProgress(tracking, 'forwards', 0, { frames: 5, seen: 5 });
    expect([await due(5 * MINUTE, tracking), await due(10 * MINUTE, tracking)]).toEqual([false, true]);
    await surfaces.postpone(tracking, null);
    expect(await due(60 * MINUTE, tracking)).toBe(false);
  });
});
