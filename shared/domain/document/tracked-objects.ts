import type { z } from 'zod';
import type { StoredObject } from '../../contract/schemas/metadata.ts';
import type { trackedObject } from '../../contract/schemas/object.ts';
import { type SurfaceTracking, trackingProgress } from '../surface/surface-tracking.ts';

/** A tracked object in the list of objects: the fields of the contract and no others. */
export type TrackedObject = z.output<typeof trackedObject>;

/** Why a surface with nothing but its marked frame is not being tracked: an older version, or an export of one. */
const NOT_TRACKED = {
  code: 'NOT_TRACKED',
  message: 'This version of the document was made before the surface was tracked. Mark it again.',
};

/**
 * Objects as lists show them.
 * @param version of the document that has the objects
 * @param trackings of surfaces, read after the objects
 */
export function listTrackedObjects(
  objects: readonly StoredObject[],
  version: number,
  trackings: readonly SurfaceTracking[] = [],
): TrackedObject[] {
  const byObject = new Map(trackings.map((tracking) => [tracking.objectId, tracking]));
  return objects.map((object) => ({
    id: object.id,
    kind: object.kind,
    label: object.label,
    userLabel: object.userLabel,
    confidence: object.confidence,
    ...(object.labelConfidence === undefined ? {} : { labelConfidence: object.labelConfidence }),
    firstFrame: object.firstFrame,
    lastFrame: object.lastFrame,
    frameCount: object.frameCount,
    customData: object.customData,
    ...(object.kind === 'surface' && trackingOf(object, version, byObject.get(object.id))),
  }));
}

/** What the document has counts: its track may stand although its tracking failed after that, or is long forgotten. */
function trackingOf(
  { tracked = true }: StoredObject,
  version: number,
  tracking: SurfaceTracking | undefined,
): Pick<TrackedObject, 'tracking' | 'trackingProgress' | 'failure'> {
  if (tracked) return { tracking: 'done' };
  const isOfLaterVersion = tracking?.state === 'done' && (tracking.trackedIn ?? 0) > version;
  if (tracking?.state === 'running' || tracking?.state === 'committing' || isOfLaterVersion) {
    return { tracking: 'running', trackingProgress: trackingProgress(tracking) };
  }
  return { tracking: 'failed', failure: tracking?.failure ?? NOT_TRACKED };
}
