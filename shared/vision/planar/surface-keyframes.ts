import type { Corners } from '../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import { reducePoints } from '../../kernel/geometry/reduce-points.ts';

/** A frame's pose as it was tracked. */
export interface SurfacePoint {
  /** Rank in presentation order, 0-based. */
  readonly frame: number;
  /** Pixels; null where the surface is lost. */
  readonly corners: Corners | null;
  readonly confidence: number;
}

interface SurfaceKeyframe {
  readonly frame: number;
  /** Where the surface is hidden: where it was last seen. */
  readonly corners: Corners;
  readonly confidence: number;
  /** The surface is lost from this frame until before the next keyframe. */
  readonly hidden?: true;
}

/** Pixels by which a corner between two keyframes may be off. */
export const KEYFRAME_TOLERANCE = 0.5;

/**
 * Keyframes from which linear interpolation of the corners restores every tracked frame. The frames before and after a lost
 * stretch are keyframes, and a hidden one begins it.
 * @param points in frame order, the first of them not lost
 * @param tolerance in pixels, per corner
 */
export function surfaceKeyframes(
  points: readonly SurfacePoint[],
  tolerance = KEYFRAME_TOLERANCE,
): SurfaceKeyframe[] {
  const keyframes: SurfaceKeyframe[] = [];
  let run: SurfaceKeyframe[] = [];
  for (const { frame, corners, confidence } of points) {
    if (corners) {
      run.push({ frame, corners, confidence });
      continue;
    }
    const last = run.at(-1);
    keyframes.push(...reducePoints(run, errorBetween, tolerance));
    if (last) keyframes.push({ frame, corners: last.corners, confidence, hidden: true });
    run = [];
  }
  return [...keyframes, ...reducePoints(run, errorBetween, tolerance)];
}

function errorBetween(from: SurfaceKeyframe, to: SurfaceKeyframe): (between: SurfaceKeyframe) => number {
  return ({ frame, corners }) => {
    const share = (frame - from.frame) / (to.frame - from.frame);
    const expected = from.corners.map((value, i) => value + share * ((to.corners[i] as number) - value));
    return cornerDistance(corners, expected as unknown as Corners);
  };
}
