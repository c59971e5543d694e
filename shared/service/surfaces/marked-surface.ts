import type { SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import { isTombstone, type Version } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { JobStopped } from '../detection/run-unit.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';

/**
 * Looks whether a surface is still in the document: whichever way it was removed, its tracking ends. Reads the object only
 * where the version is another one than the last time.
 * @returns a function that throws JobStopped when the object or the video was deleted
 */
export function markedSurface(stores: WorkerStores, tracking: SurfaceTracking): () => Promise<void> {
  const { versions, purger } = stores;
  const { accountId, videoId } = tracking;
  let known = 0;
  return async () => {
    const newest = await versions.newest(videoId);
    if (isTombstone(newest)) {
      await purger.purge(accountId, videoId);
      throw new JobStopped();
    }
    if (newest?.version === known) return;
    if (newest === null || !(await hasObject(stores, newest, tracking))) {
      await cancelTracking(stores, tracking);
      throw new JobStopped();
    }
    known = newest.version;
  };
}

async function hasObject(
  { documents }: WorkerStores,
  version: Version,
  { objectId }: SurfaceTracking,
): Promise<boolean> {
  const plan = { sections: ['objects' as const], only: [objectId], tracks: false };
  const { sections } = await documents.readPlanned(version, plan);
  return Object.hasOwn(sections.objects ?? {}, objectId);
}

/** Ends the tracking of a surface whose object was removed. What its workers may still write is removed by the sweeper. */
export async function cancelTracking(
  { surfaces, surfacePlaces, files }: WorkerStores,
  tracking: SurfaceTracking,
): Promise<void> {
  const { videoId, objectId } = tracking;
  await surfaces.advance(tracking, 'cancelled');
  await surfacePlaces.release(tracking);
  await files.deleteAll(mediaKeys.surface(videoId, objectId));
}
