import { planUnits } from '../../../shared/domain/surface/plan-units.ts';
import { newTracking, type SurfaceTracking } from '../../../shared/domain/surface/surface-tracking.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { readFrameIndex } from '../../../shared/service/jobs/plan-job.ts';
import { surfaceMessages } from '../../../shared/service/surfaces/surface-messages.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { openSurfaces, type SurfaceRef } from '../../../shared/stores/surfaces.ts';

/**
 * Cuts the tracking of a surface into units of so many frames, as if it were a long video. Returns it and the bodies of its
 * messages, which are not sent.
 */
export async function cutSurface(
  environment: Environment,
  ref: SurfaceRef,
  frames: number,
): Promise<{ tracking: SurfaceTracking; messages: string[] }> {
  const surfaces = openSurfaces(environment);
  const begun = await surfaces.get(ref);
  if (begun === null) throw new Error(`There is no surface ${ref.objectId}`);
  const { forwards: _, backwards: __, state: ___, failure: ____, ...known } = begun;
  const size = { least: frames, most: frames };
  const cut = { ...known, unitFrames: { forwards: size, backwards: size } };
  const { keyFrames } = await readFrameIndex(openMediaFiles(environment), ref.videoId);
  const count = (direction: 'forwards' | 'backwards') => planUnits(cut, keyFrames, direction).length;
  const tracking = newTracking(cut, { forwards: count('forwards'), backwards: count('backwards') });
  await surfaces.begin(tracking);
  return { tracking, messages: surfaceMessages(tracking).map((message) => JSON.stringify(message)) };
}
