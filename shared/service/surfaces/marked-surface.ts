import type { SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { JobStopped } from '../detection/run-unit.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { surfacePresence } from './surface-presence.ts';

/**
 * Looks whether a surface is still in the document: whichever way it was removed, its tracking ends.
 * @returns a function that throws JobStopped when the object or the video was deleted
 */
export function markedSurface(stores: WorkerStores, tracking: SurfaceTracking): () => Promise<void> {
  const look = surfacePresence(stores, tracking, 0);
  return async () => {
    const presence = await look();
    if (presence === 'present') return;
    if (presence === 'removed') await cancelTracking(stores, tracking);
    throw new JobStopped();
  };
}

/** Ends the tracking of a surface whose object was removed. What its workers may still write is removed by the sweeper. */
export async function cancelTracking(
  { surfaces, surfaceSlots, files }: WorkerStores,
  tracking: SurfaceTracking,
): Promise<void> {
  const { videoId, objectId } = tracking;
  await surfaces.advance(tracking, 'cancelled');
  await surfaceSlots.release(tracking);
  await files.deleteAll(mediaKeys.surface(videoId, objectId));
}
