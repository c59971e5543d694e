import type { StoredObject } from '../../contract/schemas/metadata.ts';
import { objectName, quoted } from '../../domain/document/names.ts';
import {
  type Direction,
  type SurfaceTracking,
  trackedFrames,
} from '../../domain/surface/surface-tracking.ts';
import type { Version } from '../../stores/documents/versions.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import type { SurfacePoint } from '../../vision/planar/surface-keyframes.ts';
import { readJobFile } from '../detection/job-files.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { readFrameIndex } from '../jobs/plan-job.ts';
import { commitObjects } from '../steps/commit-objects.ts';
import { cancelTracking } from './marked-surface.ts';
import { surfaceTrack, type TrackedSurface } from './surface-track.ts';
import type { UnitPoints } from './track-surface.ts';

/** Ends the finish: the object was removed from the document meanwhile. */
class ObjectRemoved extends Error {}

/**
 * Commits the track of a surface that was tracked to both ends of its video as one new version. The version is found again
 * by the object's id, so a repeated finish makes no second one.
 */
export async function finishSurface(stores: WorkerStores, tracking: SurfaceTracking): Promise<void> {
  const { surfaces, surfaceSlots, files } = stores;
  const { videoId, objectId } = tracking;
  if (!(await surfaces.advance(tracking, 'committing'))) return;
  let version: Version | null;
  try {
    version = await commitTrack(stores, tracking);
  } catch (error) {
    if (error instanceof ObjectRemoved) return cancelTracking(stores, tracking);
    throw error;
  }
  if (version === null) return;
  await surfaces.advance(tracking, 'done', { trackedIn: version.version });
  await surfaceSlots.release(tracking);
  await files.deleteAll(mediaKeys.surface(videoId, objectId));
}

/**
 * Commits the track, unless an earlier attempt has; null when the video was deleted.
 * @throws ObjectRemoved
 */
const commitTrack = (stores: WorkerStores, tracking: SurfaceTracking): Promise<Version | null> =>
  commitObjects(stores, { ...tracking, writeId: tracking.objectId }, async (video) => {
    const { videoId, objectId } = tracking;
    const { times } = await readFrameIndex(stores.files, videoId);
    const points = {
      forwards: await readPoints(stores, tracking, 'forwards'),
      backwards: await readPoints(stores, tracking, 'backwards'),
    };
    const { keyframes, ...seen } = surfaceTrack(tracking, points, times, video);
    return ({ objects, tracks }) => {
      const object = Object.hasOwn(objects, objectId) ? objects[objectId] : undefined;
      if (object === undefined) throw new ObjectRemoved();
      const { tracked: _, ...surface } = object;
      return {
        objects: { ...objects, [objectId]: { ...surface, ...seen } },
        tracks: { ...tracks, [objectId]: keyframes },
        description: describe(object, seen, trackedFrames(tracking)),
      };
    };
  });

const describe = (
  object: StoredObject,
  { firstFrame, lastFrame, frameCount }: Omit<TrackedSurface, 'keyframes'>,
  seen: number,
): string =>
  `Surface ${quoted(objectName(object))} tracked from frame ${firstFrame} to ${lastFrame}, seen in ${seen} of ${frameCount}`;

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
