import { cornersOf, type Homography, inverse, multiply, project } from '../../kernel/geometry/homography.ts';
import { weighCells } from './cell-weights.ts';
import { compare } from './comparison.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import { NormalEquations } from './normal-equations.ts';
import { cornerDistance } from './quadrilateral.ts';
import { gateBySimilarity } from './similarity-gate.ts';
import type { SurfaceLevel } from './surface-level.ts';

/** Where a surface is expected to be. */
export interface MotionPrior {
  readonly map: Homography;
  /** Standard deviation of each corner, in units of the grid. */
  readonly deviation: number;
}

/** Neighbouring samples see the same noise: this many count as one. */
const SAMPLES_A_MEASUREMENT = 150;
/** Longest step of a corner, in samples. */
const LONGEST_STEP_SAMPLES = 8;
/** Pixels; shorter steps end the iteration. */
const LAST_STEP = 0.02;

const equations = new NormalEquations();

/**
 * Moves a map until the frame seen through it fits the template: Gauss–Newton on the cells' normalised differences with
 * the template's own gradients (the inverse compositional method of Baker and Matthews, IJCV 2004), the cells weighted
 * anew in every step.
 * @returns the map, and whether it still moved
 */
export function align(
  level: SurfaceLevel,
  pyramid: FramePyramid,
  start: Homography,
  prior: MotionPrior | null,
  steps: number,
  gated: boolean,
): Homography {
  const { grid, template, comparison, weights, scratch } = level;
  let map = start;
  let corners = cornersOf(map, grid.a, grid.b);
  for (let step = 0; step < steps; step++) {
    compare(comparison, template, pyramid, map);
    weighCells(comparison, template, weights, scratch);
    if (gated) gateBySimilarity(comparison, template, weights);
    equations.reset();
    equations.addCells(comparison, template, weights);
    if (prior) addPrior(level, map, prior);
    const change = equations.solve();
    if (!change) return map;
    const moved = multiply(map, limited(change, level));
    const next = cornersOf(moved, grid.a, grid.b);
    const distance = cornerDistance(corners, next);
    if (!Number.isFinite(distance)) return map;
    map = moved;
    corners = next;
    if (distance < LAST_STEP) break;
  }
  return map;
}

const expected = [0, 0];

/** Draws every corner towards where it is expected, against the noise that the cells show. */
function addPrior({ grid, comparison, weights }: SurfaceLevel, map: Homography, prior: MotionPrior): void {
  let [total, squares] = [0, 0];
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    total += weight;
    squares += weight * (comparison.difference[cell] as number);
  }
  const variance = total > 0 ? squares / (64 * total) : 1;
  const weight = (SAMPLES_A_MEASUREMENT * Math.max(0.002, variance)) / prior.deviation ** 2;
  const back = inverse(map);
  for (let corner = 0; corner < 4; corner++) {
    const x = corner === 1 || corner === 2 ? grid.a : -grid.a;
    const y = corner >= 2 ? grid.b : -grid.b;
    project(prior.map, x, y, expected);
    project(back, expected[0] as number, expected[1] as number, expected);
    const [dx, dy] = [(expected[0] as number) - x, (expected[1] as number) - y];
    if (Number.isFinite(dx + dy)) equations.add(x, y, weight, 1, 0, 1, dx, dy);
  }
}

/** Shortens a change that moves a corner too far. */
function limited(change: Homography, { grid }: SurfaceLevel): Homography {
  const moved = cornersOf(change, grid.a, grid.b);
  const still = cornersOf(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), grid.a, grid.b);
  const distance = cornerDistance(moved, still);
  const longest = (LONGEST_STEP_SAMPLES * (grid.stepX + grid.stepY)) / 2;
  if (distance <= longest) return change;
  const share = longest / distance;
  return change.map((value, i) => (i === 0 || i === 4 || i === 8 ? 1 + share * (value - 1) : share * value));
}
