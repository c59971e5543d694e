import { multiply } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { align } from './align.ts';
import { addSightings, sightingsNear } from './border-sightings.ts';
import { type FittedPose, type Marked, poseAt, rankOf } from './fitted-pose.ts';
import { priorAround } from './motion-prediction.ts';
import { NormalEquations } from './normal-equations.ts';

/** A pose at which less of the border shows is tried elsewhere. */
const CLEAR_OUTLINE = 0.85;
const CLEAR_CLOSENESS = 0.8;
/** Pixels by which the border is seen beside its place. */
const BORDER_PIXELS = 0.5;
const RANK_GAIN = 1.02;
const OUTLINE_GAIN = 0.05;
/** Pixels by which borders may be off, round by round: farther ones are edges of something else. */
const REACHES = [8, 4, 2, 2] as const;
/** Fewer parts of the border do not determine a pose. */
const LEAST_SIGHTINGS = 5;
/** Pixels by which the whole may be off, and its shape. */
const SHIFT_PIXELS = 6;
const SHAPE_PIXELS = 2;
/** Of a place that the border determines. */
const FROM_BORDER = { predictionError: 0.2, shapeError: 0.2 } as const;
const STEPS = 6;

const equations = new NormalEquations();
const still = new Float64Array(8);

/**
 * The pose near another one that the border determines, where that shows too little of it: the cells of a surface that mirrors something
 * fit at two places.
 * @param side of the surface in the frame in which it was marked, in pixels
 * @returns null where the border determines no pose
 */
export function poseByOutline(
  pose: FittedPose,
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  marked: Marked,
  side: number,
): FittedPose | null {
  const { map, outline, plausible, fit } = pose;
  if (!plausible || outline === null) return null;
  if (outline.shown > CLEAR_OUTLINE && fit.closeness > CLEAR_CLOSENESS) return null;
  const finest = levels[0] as SurfaceLevel;
  const { grid } = finest;
  const sightings = sightingsNear(pyramid, map, grid, marked.borders);
  if (sightings.length < LEAST_SIGHTINGS) return null;
  const pixel = 2 / side;
  let estimate = map;
  for (const reach of REACHES) {
    equations.reset();
    addSightings(equations, grid, estimate, sightings, 1, reach);
    equations.addCorners(
      grid.a,
      grid.b,
      still,
      1 / (SHIFT_PIXELS * pixel) ** 2,
      1 / (SHAPE_PIXELS * pixel) ** 2,
    );
    const change = equations.solve();
    if (!change) return null;
    estimate = multiply(estimate, change);
  }
  const prior = priorAround(estimate, side, FROM_BORDER);
  const better = poseAt(
    levels,
    pyramid,
    align(finest, pyramid, estimate, prior, STEPS, false, { borders: marked.borders, pixels: BORDER_PIXELS }),
    marked,
  );
  const clearer = (better.outline?.shown ?? 0) > outline.shown + OUTLINE_GAIN;
  return clearer && rankOf(better) > RANK_GAIN * rankOf(pose) ? better : null;
}
