import { type Corners, cornersOf, type Homography } from '../../../kernel/geometry/homography.ts';
import { isConvex, signedArea } from '../../../kernel/geometry/quadrilateral.ts';
import type { Border } from '../borders/border-parts.ts';
import { type Outline, outlineAt } from '../borders/outline.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { align, type MotionPrior, SETTLED_PIXELS } from './align.ts';
import { type Fit, fitOf } from './fit.ts';
import { priorAround } from './motion-prediction.ts';
import { isPlausible, shapeChange } from './shape-change.ts';

/** The surface in the frame in which it was marked. */
export interface Marked {
  readonly map: Homography;
  readonly borders: readonly Border[];
}

/** A place where the surface may be in a frame, and how well the frame fits there. */
export interface FittedPose {
  readonly map: Homography;
  readonly corners: Corners;
  readonly fit: Fit;
  /** Whether the corners can be those of the surface. */
  readonly plausible: boolean;
  /** How much of the surface's border shows; null where that is unknown. */
  readonly outline: Outline | null;
  /** Tells by the cells which of two poses fits better; 0 where it cannot be. */
  readonly score: number;
}

/** Share of fitting cells from which alignment may begin on a level. */
const NEAR_SHARE = 0.45;

/** Borders steady what cells leave open, and do not outvote them. */
const BORDER_PIXELS = 1.5;

export const scoreOf = ({ support, correlation }: Fit): number => support * correlation;

/** What a border of which it is unknown how much shows counts. */
const UNKNOWN_OUTLINE = 0.5;

/** The score, twice as much where all of the border shows: several places may look like the surface, few end where it does. */
export const rankOf = ({ score, outline }: Pick<FittedPose, 'score' | 'outline'>): number =>
  score * (1 + Math.max(0, outline?.shown ?? UNKNOWN_OUTLINE));

export function poseAt(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  map: Homography,
  marked: Marked,
): FittedPose {
  const { grid } = levels[0] as SurfaceLevel;
  const [corners, first] = [cornersOf(map, grid.a, grid.b), cornersOf(marked.map, grid.a, grid.b)];
  const fit = fitOf(levels[0] as SurfaceLevel, pyramid, map);
  const plausible =
    isConvex(corners, Math.sign(signedArea(first))) &&
    corners.every(Number.isFinite) &&
    isPlausible(shapeChange(marked.map, first, map));
  const outline = plausible ? outlineAt(pyramid, map, grid, marked.borders) : null;
  return { map, corners, fit, plausible, outline, score: plausible ? scoreOf(fit) : 0 };
}

/**
 * Aligns level by level, from the finest one on which most cells fit already.
 * @param settled pixels; a shorter step ends the work on a level
 */
export function aligned(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  start: Homography,
  prior: MotionPrior,
  borders: readonly Border[] = [],
  settled = SETTLED_PIXELS,
): Homography {
  const last = levels.length - 1;
  const seen = { borders, pixels: BORDER_PIXELS };
  let first = 0;
  while (first < last && fitOf(levels[first] as SurfaceLevel, pyramid, start).share < NEAR_SHARE) first++;
  let map = start;
  for (let i = first; i >= 0; i--)
    map = align(
      levels[i] as SurfaceLevel,
      pyramid,
      map,
      prior,
      i === 0 ? 6 : 8,
      true,
      i === 0 ? seen : null,
      settled,
    );
  return map;
}

/** Errors of a place that was found without regard to the last one. */
const FOUND_AFRESH = { predictionError: 6, shapeError: 6 } as const;

/**
 * The pose near a place that is no prediction.
 * @param side of the surface in the frame in which it was marked, in pixels
 */
export function alignedAfresh(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  start: Homography,
  marked: Marked,
  side: number,
): FittedPose {
  const prior = priorAround(start, side, FOUND_AFRESH);
  return poseAt(levels, pyramid, aligned(levels, pyramid, start, prior, marked.borders), marked);
}
