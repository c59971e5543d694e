import { cornersOf, type Homography, multiply } from '../../../kernel/geometry/homography.ts';
import type { Border } from '../borders/border-parts.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { CellGrid } from '../template/cell-grid.ts';
import { addSightings, sightingsNear } from './border-sightings.ts';
import { NormalEquations } from './normal-equations.ts';

/**
 * Pixels within which the border is looked for, round by round, and by which a sighting may be off and counts half: a
 * screen has several edges side by side, and its content has others.
 */
export const WIDE: Rounds = [
  [8, 6],
  [5, 3],
  [3, 1.5],
  [3, 1],
];
export const NARROW: Rounds = [
  [4, 3],
  [3, 1.5],
  [3, 1],
];
export type Rounds = readonly (readonly [within: number, reach: number])[];

const STEPS = 2;
/** Fewer parts of the border do not determine a pose. */
const LEAST_SIGHTINGS = 5;
/** Pixels by which the whole may be off, and its shape, more than was expected. */
const SHIFT_PIXELS = 6;
const SHAPE_PIXELS = 1.5;

const equations = new NormalEquations();
const still = new Float64Array(8);

/**
 * The pose near another one that the border alone determines, whatever shows inside.
 * @param side of the surface in the frame in which it was marked, in pixels
 * @returns null where too little of the border is seen
 */
export function mapByBorder(
  pyramid: FramePyramid,
  start: Homography,
  grid: CellGrid,
  borders: readonly Border[],
  side: number,
  rounds = WIDE,
): Homography | null {
  const pixel = 2 / side;
  let map = start;
  for (const [within, reach] of rounds) {
    const sightings = sightingsNear(pyramid, map, grid, borders, within, true);
    if (sightings.length < LEAST_SIGHTINGS) return null;
    for (let step = 0; step < STEPS; step++) {
      equations.reset();
      addSightings(equations, grid, map, sightings, 1, reach);
      equations.addCorners(grid.a, grid.b, still, (SHIFT_PIXELS * pixel) ** -2, (SHAPE_PIXELS * pixel) ** -2);
      const change = equations.solve();
      if (!change) return null;
      map = multiply(map, change);
    }
  }
  return cornersOf(map, grid.a, grid.b).every(Number.isFinite) ? map : null;
}
