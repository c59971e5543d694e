import {
  cornersOf,
  type Homography,
  inverse,
  multiply,
  project,
} from '../../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../../kernel/geometry/quadrilateral.ts';
import type { Border } from '../borders/border-parts.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { compare } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { addSightings, sightingsNear } from './border-sightings.ts';
import { SAMPLES_A_MEASUREMENT, sampleVariance } from './cell-noise.ts';
import { weighCells } from './cell-weights.ts';
import { NormalEquations } from './normal-equations.ts';
import { gateBySimilarity } from './similarity-gate.ts';

/** Where a surface is expected to be. */
export interface MotionPrior {
  readonly map: Homography;
  /** Standard deviations in units of the grid: of the corners' common shift, and of every corner apart from that. */
  readonly shift: number;
  readonly shape: number;
  /** Pixels of the frame that show the same because of blur: so many measurements are one. */
  readonly blur: number;
}

/** Borders of a surface, and by how many pixels they are taken to be seen beside their place. */
interface SeenBorders {
  readonly borders: readonly Border[];
  readonly pixels: number;
}

/** What lies farther from its place is most likely the edge of something else. */
const BORDER_REACH_PIXELS = 2;
/** Longest step of a corner, in samples. */
const LONGEST_STEP_SAMPLES = 8;
/** Shorter steps end the iteration, where nothing else is asked for. */
export const SETTLED_PIXELS = 0.04;

const equations = new NormalEquations();

/**
 * Moves a map until the frame seen through it fits the template: Gauss–Newton on the cells' normalised differences with
 * the template's gradients in place of the frame's, as in the inverse compositional method (Baker and Matthews, IJCV 2004). The update
 * is composed forwards, and the matrix is summed up again in every step, as the cells' weights change.
 * @param seen the borders to look for
 * @param settled pixels; a shorter step ends the iteration
 * @returns the map
 */
export function align(
  level: SurfaceLevel,
  pyramid: FramePyramid,
  start: Homography,
  prior: MotionPrior | null,
  steps: number,
  gated: boolean,
  seen: SeenBorders | null = null,
  settled = SETTLED_PIXELS,
): Homography {
  const { grid, template, comparison, weights, scratch } = level;
  const sightings = seen ? sightingsNear(pyramid, start, grid, seen.borders) : [];
  let map = start;
  let corners = cornersOf(map, grid.a, grid.b);
  for (let step = 0; step < steps; step++) {
    compare(comparison, template, pyramid, map);
    weighCells(comparison, template, weights, scratch);
    if (gated) gateBySimilarity(comparison, template, weights);
    equations.reset();
    equations.addCells(comparison, template, weights);
    const variance = measurementVariance(level);
    if (prior) addPrior(level, map, prior, variance);
    if (seen) addSightings(equations, grid, map, sightings, variance / seen.pixels ** 2, BORDER_REACH_PIXELS);
    const change = equations.solve();
    if (!change) return map;
    const moved = multiply(map, limited(change, level));
    const next = cornersOf(moved, grid.a, grid.b);
    const distance = cornerDistance(corners, next);
    if (!Number.isFinite(distance)) return map;
    map = moved;
    corners = next;
    if (distance < settled) break;
  }
  return map;
}

const targets = new Float64Array(8);

/** Of a cell's differences, as what else is measured must be weighed against them. */
function measurementVariance({ comparison, weights }: SurfaceLevel): number {
  let total = 0;
  let squares = 0;
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    total += weight;
    squares += weight * (comparison.difference[cell] as number);
  }
  return SAMPLES_A_MEASUREMENT * (total > 0 ? sampleVariance(squares, total) : 1);
}

/** Draws the corners towards where they are expected, against the noise that the cells show. */
function addPrior({ grid }: SurfaceLevel, map: Homography, prior: MotionPrior, variance: number): void {
  const scale = (1 + prior.blur) * variance;
  const back = inverse(map);
  for (let corner = 0; corner < 4; corner++) {
    const x = corner === 1 || corner === 2 ? grid.a : -grid.a;
    const y = corner >= 2 ? grid.b : -grid.b;
    const at = 2 * corner;
    project(prior.map, x, y, targets, at);
    project(back, targets[at] as number, targets[at + 1] as number, targets, at);
    targets[at] = (targets[at] as number) - x;
    targets[at + 1] = (targets[at + 1] as number) - y;
  }
  if (targets.every(Number.isFinite))
    equations.addCorners(grid.a, grid.b, targets, scale / prior.shift ** 2, scale / prior.shape ** 2);
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
