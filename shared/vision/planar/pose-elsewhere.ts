import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import { type FittedPose, rankOf } from './alignment/fitted-pose.ts';
import { maybeLookAlike } from './confidence/proof.ts';
import { isUnsure } from './confidence/trouble.ts';
import { findAnywhere } from './finding/whole-frame.ts';
import type { LumaFrame } from './frame/luma-frame.ts';
import { legiblyMarked } from './legible-borders.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** Features that show the surface within so many pixels of where it was followed to agree. */
const AGREEING_PIXELS = 4;
/** Shares of the surface's side: how far a pose leaps, and by how much it must fit better then. */
const LEAP_SHARE = 0.25;
const LEAP_GAIN = 1.3;

/** A place at which the surface fits better than where it was looked for. */
interface PoseElsewhere {
  readonly pose: FittedPose;
  /** Whether a surface that was not lost is so far from where it was followed to that it may be another one. */
  readonly leaps: boolean;
}

/**
 * Looks for the surface in the whole frame, which fills the pyramid, and takes note of whether what is found agrees.
 * @param near where the surface was looked for first
 * @returns null where nothing fits better, or not by enough
 */
export function poseElsewhere(
  surface: TrackedSurface,
  frame: LumaFrame,
  near: FittedPose,
): PoseElsewhere | null {
  const { state } = surface;
  const other = anywhere(surface, frame);
  state.agreement = 'untried';
  if (!other) return null;
  const distance = cornerDistance(other.corners, near.corners);
  // A surface that is lost has no place to agree with.
  if (state.lostFor === 0) state.agreement = distance < AGREEING_PIXELS ? 'agrees' : 'disagrees';
  const leaps = state.lostFor === 0 && distance > LEAP_SHARE * state.side;
  if (!(rankOf(other) > (leaps ? LEAP_GAIN : 1) * rankOf(near))) return null;
  return leaps && maybeLookAlike(state, other) ? null : { pose: other, leaps };
}

function anywhere(surface: TrackedSurface, frame: LumaFrame): FittedPose | null {
  const { state, levels, pyramid, views } = surface;
  const { width, height, map, side } = state;
  pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
  const slanted = isUnsure(state);
  return findAnywhere(levels, pyramid, views, map, legiblyMarked(state), side, {
    slanted,
    isDoubtful: (pose) => slanted && state.lostFor > 0 && maybeLookAlike(state, pose),
  });
}
