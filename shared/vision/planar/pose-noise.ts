import { SAMPLES_A_MEASUREMENT, sampleVariance } from './cell-noise.ts';
import { weighCells } from './cell-weights.ts';
import { NormalEquations } from './normal-equations.ts';
import { cellShift } from './similarity-gate.ts';
import type { SurfaceLevel } from './surface-level.ts';

/** How far a pose may be off, as its cells tell, in units of the grid. */
export interface PoseNoise {
  /** Standard deviation of the least certain corner (Cramér and Rao): corners far from all fitting cells are extrapolated. */
  readonly deviation: number;
  /** Weighted mean length of the shifts that the cells ask for. */
  readonly shift: number;
}

/** Grid units: what is known of a corner without any cell. */
const UNKNOWN = 2;

const equations = new NormalEquations();
const still = new Float64Array(8);
const place = new Float64Array(2);

/** @param level compared with the frame at the pose; its weights are overwritten */
export function poseNoise({ comparison, template, grid, weights, scratch }: SurfaceLevel): PoseNoise {
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
  if (total === 0) return { deviation: UNKNOWN, shift: UNKNOWN };
  const variance = SAMPLES_A_MEASUREMENT * sampleVariance(squares, total);
  const known = variance / UNKNOWN ** 2;
  equations.reset();
  equations.addCells(comparison, template, weights);
  equations.addCorners(grid.a, grid.b, still, known, known);
  return {
    deviation: Math.sqrt(variance * equations.cornerVariance(grid.a, grid.b)),
    shift: shifts / total,
  };
}
