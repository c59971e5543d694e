import type { z } from 'zod';
import type { trackedObject } from '../../contract/schemas/object.ts';
import { type SurfaceTracking, trackingProgress } from '../surface/surface-tracking.ts';
import type { StoredObject } from './document.ts';

/** A tracked object in the list of objects: the fields of the contract and no others. */
type TrackedObject = z.output<typeof trackedObject>;

/**
 * Tracked objects by first frame, those of the same frame by id.
 * @param trackings of surfaces; a surface that has none was followed before, or in another service
 */
export function listTrackedObjects(
  objects: Record<string, StoredObject>,
  trackings: readonly SurfaceTracking[] = [],
): TrackedObject[] {
  const byObject = new Map(trackings.map((tracking) => [tracking.objectId, tracking]));
  return Object.values(objects)
    .map(({ id, kind, label, userLabel, confidence, labelConfidence, customData, ...object }) => ({
      id,
      kind,
      label,
      userLabel,
      confidence,
      ...(labelConfidence === undefined ? {} : { labelConfidence }),
      firstFrame: object.firstFrame,
      lastFrame: object.lastFrame,
      frameCount: object.frameCount,
      customData,
      ...(kind === 'surface' && trackingOf(byObject.get(id))),
    }))
    .sort((a, b) => a.firstFrame - b.firstFrame || (a.id < b.id ? -1 : 1));
}

function trackingOf(
  tracking: SurfaceTracking | undefined,
): Pick<TrackedObject, 'tracking' | 'trackingProgress' | 'failure'> {
  switch (tracking?.state) {
    case 'running':
    case 'committing':
      return { tracking: 'running', trackingProgress: trackingProgress(tracking) };
    case 'failed':
      return { tracking: 'failed', ...(tracking.failure && { failure: tracking.failure }) };
    default:
      return { tracking: 'done' };
  }
}
