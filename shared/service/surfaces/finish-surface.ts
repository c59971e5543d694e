import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import type { Direction, SurfaceTracking } from '../../domain/surface/surface-tracking.ts';
import { commitVersion } from '../../stores/documents/commit-version.ts';
import { isTombstone, type Version } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { SurfacePoint } from '../../vision/planar/surface-keyframes.ts';
import { readJobFile } from '../detection/job-files.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { readFrameIndex } from '../jobs/plan-job.ts';
import type { UnitPoints } from './follow-surface.ts';
import { cancelTracking } from './marked-surface.ts';
import { surfaceTrack, type TrackedSurface } from './surface-track.ts';

/** Ends the finish: the object was removed from the document meanwhile. */
class ObjectRemoved extends Error {}

/**
 * Commits the track of a surface that was followed to both ends of its video as one new version. The version is found again
 * by the object's id, so a repeated finish makes no second one.
 */
export async function finishSurface(stores: WorkerStores, tracking: SurfaceTracking): Promise<void> {
  const { surfaces, surfacePlaces, videos, files, purger } = stores;
  const { accountId, videoId, objectId } = tracking;
  if (!(await surfaces.advance(tracking, 'committing'))) return;
  let version: Version | null;
  try {
    version = await commitTrack(stores, tracking);
  } catch (error) {
    if (error instanceof ObjectRemoved) return cancelTracking(stores, tracking);
    throw error;
  }
  if (version === null) {
    await purger.purge(accountId, videoId);
    return;
  }
  await videos.noteChange(accountId, videoId, version);
  await surfaces.advance(tracking, 'done');
  await surfacePlaces.release(tracking);
  await files.deleteAll(mediaKeys.surface(videoId, objectId));
  await purger.purgeIfDeleted(accountId, videoId);
}

/**
 * Commits the track, unless an earlier attempt has; null when the video was deleted.
 * @throws ObjectRemoved
 */
async function commitTrack(stores: WorkerStores, tracking: SurfaceTracking): Promise<Version | null> {
  const { videos, versions, documents, files, usage } = stores;
  const { accountId, videoId, objectId, startVersion } = tracking;
  const [video, newest] = await Promise.all([videos.get(accountId, videoId), versions.newest(videoId)]);
  if (video === null || newest === null || isTombstone(newest)) return null;
  // Only after reading the newest version: another delivery may be committing the result above it.
  const earlier = await versions.findWrite(videoId, objectId, startVersion + 1);
  if (earlier !== null) return earlier;

  const { times } = await readFrameIndex(files, videoId);
  const points = {
    forwards: await readPoints(stores, tracking, 'forwards'),
    backwards: await readPoints(stores, tracking, 'backwards'),
  };
  const { keyframes, ...tracked } = surfaceTrack(tracking, points, times, video);
  return commitVersion(stores, {
    videoId,
    start: newest,
    writeId: objectId,
    repeatable: true,
    reserve: (bytes) => usage.addBytes(accountId, bytes),
    change: async (current) => {
      if (current === null) throw new Error(`Video ${videoId} has lost its versions`);
      requireSupportedSchema(current.schemaVersion);
      const [objects, tracks] = await Promise.all([
        documents.read(current, 'objects'),
        documents.read(current, 'tracks'),
      ]);
      const surface = Object.hasOwn(objects, objectId) ? objects[objectId] : undefined;
      if (surface === undefined) throw new ObjectRemoved();
      return {
        parts: {
          objects: { ...objects, [objectId]: { ...surface, ...tracked } },
          tracks: { ...tracks, [objectId]: keyframes },
        },
        description: describe(objectId, tracked),
      };
    },
  });
}

const describe = (objectId: string, { firstFrame, lastFrame }: Omit<TrackedSurface, 'keyframes'>): string =>
  `Surface ${objectId} tracked: seen from frame ${firstFrame} to ${lastFrame}`;

/** Where the surface was in one direction, in the order in which it was tracked. */
async function readPoints(
  { files }: WorkerStores,
  tracking: SurfaceTracking,
  direction: Direction,
): Promise<SurfacePoint[]> {
  const { videoId, objectId } = tracking;
  const points: SurfacePoint[] = [];
  for (let unit = 0; unit < tracking[direction].planned; unit++) {
    points.push(
      ...(await readJobFile<UnitPoints>(files, mediaKeys.surfaceUnit(videoId, objectId, direction, unit))),
    );
  }
  return points;
}
