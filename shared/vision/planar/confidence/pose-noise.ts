import type { Homography } from '../../../kernel/geometry/homography.ts';
import { addSightings, type Sighting } from '../alignment/border-sightings.ts';
import { SAMPLES_A_MEASUREMENT, sampleVariance } from '../alignment/cell-noise.ts';
import { cellShift } from '../alignment/cell-shift.ts';
import { weighCells } from '../alignment/cell-weights.ts';
import { NormalEquations } from '../alignment/normal-equations.ts';
import { commonTexture } from '../template/common-texture.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';

/** How far a pose may be off, according to its cells and its border, in units of the grid. */
export interface PoseNoise {
  /** Standard deviation of the least certain corner (Cramér and Rao): corners far from all fitting cells are extrapolated. */
  readonly deviation: number;
  /** Weighted mean length of the shifts that the cells ask for. */
  readonly shift: number;
}

/** Grid units: what is known about the corners' common shift without any cell, and of what each one does beside. */
const UNKNOWN_SHIFT = 2;
const UNKNOWN_SHAPE = 0.15;
/** Pixels by which a border is seen beside its place, and by which it may be off and counts half. */
const BORDER_PIXELS = 2;
const BORDER_REACH_PIXELS = 8;

const equations = new NormalEquations();
const still = new Float64Array(8);
const place = new Float64Array(2);

/**
 * @param level compared with the frame at the pose; its weights are overwritten
 * @param map the pose
 * @param sightings of the border near it
 * @param smeared whether the surface moves while the shutter is open
 */
export function poseNoise(
  { comparison, template, grid, weights, scratch }: SurfaceLevel,
  map: Homography,
  sightings: readonly Sighting[],
  smeared: boolean,
): PoseNoise {
  weighCells(comparison, template, weights, scratch);
  let [total, squares, shifts] = [0, 0, 0];
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    if (weight <= 0) continue;
    cellShift(comparison, template, cell, place);
    total += weight;
    squares += weight * (comparison.difference[cell] as number);
    shifts += weight * Math.hypot(place[0] as number, place[1] as number);
  }
  if (total === 0) return { deviation: UNKNOWN_SHIFT, shift: UNKNOWN_SHIFT };
  const variance = SAMPLES_A_MEASUREMENT * sampleVariance(squares, total);
  equations.reset();
  // What moves fast has less texture in common with the template than it shows.
  const texture = smeared ? template : commonTexture(comparison, template, weights);
  equations.addCells(comparison, texture, weights);
  addSightings(equations, grid, map, sightings, variance / BORDER_PIXELS ** 2, BORDER_REACH_PIXELS);
  equations.addCorners(grid.a, grid.b, still, variance / UNKNOWN_SHIFT ** 2, variance / UNKNOWN_SHAPE ** 2);
  return {
    deviation: Math.sqrt(variance * equations.cornerVariance(grid.a, grid.b)),
    shift: shifts / total,
  };
}
