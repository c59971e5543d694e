import type { SurfaceMessage } from '../../contract/messages.ts';
import { nextSteps, type SurfaceTracking } from '../../domain/surface/surface-tracking.ts';

/** One message for each direction in which the tracking has to go on, or for its finish. */
export const surfaceMessages = (tracking: SurfaceTracking): SurfaceMessage[] => {
  const { accountId, videoId, objectId, requestId } = tracking;
  const of = { accountId, videoId, objectId, ...(requestId !== undefined && { requestId }) };
  return nextSteps(tracking).map((step) => ({ kind: 'surface', ...of, ...step }));
};
