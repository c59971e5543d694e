import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { alignedAfresh, type FittedPose, type Marked, rankOf } from './fitted-pose.ts';

/** Below this share of fitting cells, the motion prior may hold a pose where it does not belong. */
const FREE_SHARE = 0.6;
const RANK_GAIN = 1.02;

/**
 * The pose that the frame determines regardless of how the surface has moved so far, where few cells fit the pose found with that prior:
 * where most of a surface is covered, its cells are soon outvoted, and a pose that is held back once is predicted wrongly after that.
 * @param start where that one was aligned from
 * @param side of the surface in the frame in which it was marked, in pixels
 * @returns what fits better by a little, or the pose itself
 */
export function poseWithoutPrior(
  pose: FittedPose,
  start: Homography,
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  marked: Marked,
  side: number,
): FittedPose {
  if (pose.fit.share >= FREE_SHARE) return pose;
  let best = pose;
  // Coarse levels find distant positions, and are led astray where the edge of what covers the surface lies in most of their cells.
  for (const some of [levels, levels.slice(0, 1)]) {
    const untied = alignedAfresh(some, pyramid, start, marked, side);
    if (rankOf(untied) > RANK_GAIN * rankOf(best)) best = untied;
  }
  return best;
}
