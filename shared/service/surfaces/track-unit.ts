import type { SurfaceMessage } from '../../contract/messages.ts';
import { isTracked, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import { JobStopped } from '../detection/run-unit.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { isDeleted } from '../videos/find-video.ts';
import { finishSurface } from './finish-surface.ts';
import { markedSurface } from './marked-surface.ts';
import { surfaceMessages } from './surface-messages.ts';
import { OtherTrackerState, trackSurface } from './track-surface.ts';

/**
 * Time between two notes of a unit's progress, each with a look at whether the surface is still wanted. By time, not by
 * frames: a frame takes some milliseconds while the surface is seen, and many times that while it is searched for.
 */
const NOTE_EVERY_MS = 2000;

/**
 * Does the next unit of a surface in one direction, and asks for the one after it; the worker that does the last unit of both
 * directions finishes the surface. Nothing happens for a unit that is done, but where its message comes again: the worker
 * that did it may have died before it asked for the next one.
 * @param attempts deliveries of this message, this one included
 */
export async function trackUnit(
  stores: WorkerStores,
  message: SurfaceMessage,
  attempts: number,
): Promise<void> {
  const { surfaces, queue } = stores;
  const { direction, unit } = message;
  const tracking = await surfaces.get(message);
  if (tracking?.state === 'committing') return finishSurface(stores, tracking);
  if (tracking?.state !== 'running') return;
  if (isTracked(tracking)) return finishSurface(stores, tracking);
  const done = tracking[direction].units;
  if (unit === done - 1 && attempts > 1) await queue.send(surfaceMessages(tracking).filter(isOf(direction)));
  if (unit !== done || done === tracking[direction].planned) return;

  const after = await work(stores, tracking, message);
  if (after === null) return;
  if (isTracked(after)) await finishSurface(stores, after);
  else await queue.send(surfaceMessages(after).filter(isOf(direction)));
}

const isOf = (direction: SurfaceMessage['direction']) => (message: SurfaceMessage) =>
  message.direction === direction;

/**
 * Where the state that the unit goes on from is another release's, the direction starts over from the marked frame.
 * @returns the tracking after it; null where it is over, or another worker has done the unit
 */
async function work(
  stores: WorkerStores,
  tracking: SurfaceTracking,
  { direction, unit }: SurfaceMessage,
): Promise<SurfaceTracking | null> {
  const { surfaces, environment } = stores;
  const { runtime } = environment;
  const before = tracking[direction];
  const requireMarked = markedSurface(stores, tracking);
  const total = ({ frames, seen }: { frames: number; seen: number }) => ({
    frames: before.frames + frames,
    seen: before.seen + seen,
  });
  try {
    await requireMarked();
    let notedAt = runtime.elapsed();
    const counted = await trackSurface(stores, tracking, { direction, unit }, async (frames, seen) => {
      const now = runtime.elapsed();
      if (now - notedAt < NOTE_EVERY_MS) return;
      notedAt = now;
      if (!(await surfaces.noteProgress(tracking, direction, unit, total({ frames, seen })))) {
        throw new JobStopped();
      }
      await requireMarked();
    });
    const after = await surfaces.completeUnit(tracking, direction, unit, total(counted));
    return (await isDeleted(stores, tracking.videoId)) ? null : after;
  } catch (error) {
    if (error instanceof JobStopped) return null;
    if (error instanceof OtherTrackerState) return surfaces.restart(tracking, direction, unit);
    throw error;
  }
}
