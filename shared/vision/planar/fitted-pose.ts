import { type Corners, cornersOf, type Homography } from '../../kernel/geometry/homography.ts';
import { align, type MotionPrior } from './align.ts';
import { confidenceOf, evidenceOf } from './confidence.ts';
import { type Fit, fitOf } from './fit.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import { isConvex, signedArea } from './quadrilateral.ts';
import type { SurfaceLevel } from './surface-level.ts';

/** A place where the surface may be in a frame, and how well the frame fits there. */
export interface FittedPose {
  readonly map: Homography;
  readonly corners: Corners;
  readonly fit: Fit;
  /** From the fit alone; 0 where the corners cannot be those of the surface. */
  readonly confidence: number;
  /** Tells which of two poses fits better. */
  readonly score: number;
}

/** Share of fitting cells from which alignment may begin on a level. */
const NEAR_SHARE = 0.45;

export const scoreOf = ({ support, correlation }: Fit): number => support * correlation;

/** @param last corners of the surface, which show which way they go round */
export function poseAt(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  map: Homography,
  last: Corners,
): FittedPose {
  const finest = levels[0] as SurfaceLevel;
  const corners = cornersOf(map, finest.grid.a, finest.grid.b);
  const fit = fitOf(finest, pyramid, map);
  const sane = isConvex(corners, Math.sign(signedArea(last))) && corners.every(Number.isFinite);
  return {
    map,
    corners,
    fit,
    confidence: sane ? confidenceOf(evidenceOf(fit, 'untried', false)) : 0,
    score: sane ? scoreOf(fit) : 0,
  };
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
