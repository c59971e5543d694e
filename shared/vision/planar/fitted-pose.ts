import { type Corners, cornersOf, type Homography } from '../../kernel/geometry/homography.ts';
import { align, type MotionPrior } from './align.ts';
import { type Fit, fitOf } from './fit.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import { priorAround } from './motion-prediction.ts';
import { isConvex, signedArea } from './quadrilateral.ts';
import { isPlausible, shapeChange } from './shape-change.ts';
import type { SurfaceLevel } from './surface-level.ts';

/** A place where the surface may be in a frame, and how well the frame fits there. */
export interface FittedPose {
  readonly map: Homography;
  readonly corners: Corners;
  readonly fit: Fit;
  /** Whether the corners can be those of the surface. */
  readonly plausible: boolean;
  /** Tells which of two poses fits better; 0 where it cannot be. */
  readonly score: number;
}

/** Share of fitting cells from which alignment may begin on a level. */
const NEAR_SHARE = 0.45;

export const scoreOf = ({ support, correlation }: Fit): number => support * correlation;

/** @param start the map of the frame in which the corners were marked */
export function poseAt(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  map: Homography,
  start: Homography,
): FittedPose {
  const { grid } = levels[0] as SurfaceLevel;
  const [corners, marked] = [cornersOf(map, grid.a, grid.b), cornersOf(start, grid.a, grid.b)];
  const fit = fitOf(levels[0] as SurfaceLevel, pyramid, map);
  const plausible =
    isConvex(corners, Math.sign(signedArea(marked))) &&
    corners.every(Number.isFinite) &&
    isPlausible(shapeChange(start, marked, map));
  return { map, corners, fit, plausible, score: plausible ? scoreOf(fit) : 0 };
}

/** Aligns level by level, from the finest one on which most cells fit already. */
export function aligned(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  start: Homography,
  prior: MotionPrior,
): Homography {
  const last = levels.length - 1;
  let first = 0;
  while (first < last && fitOf(levels[first] as SurfaceLevel, pyramid, start).share < NEAR_SHARE) first++;
  let map = start;
  for (let i = first; i >= 0; i--)
    map = align(levels[i] as SurfaceLevel, pyramid, map, prior, i === 0 ? 6 : 8, true);
  return map;
}

/** Errors of a place that was found without regard to the last one. */
const FOUND_AFRESH = { predictionError: 6, shapeError: 6 } as const;

/**
 * The pose near a place that is no prediction.
 * @param marked the map of the frame in which the corners were marked
 * @param side of the surface in that frame, in pixels
 */
export function alignedAfresh(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  start: Homography,
  marked: Homography,
  side: number,
): FittedPose {
  const prior = priorAround(start, side, FOUND_AFRESH);
  return poseAt(levels, pyramid, aligned(levels, pyramid, start, prior), marked);
}
