import type { Comparison } from './comparison.ts';
import { solveSymmetric } from './solve.ts';
import type { Template } from './template.ts';

/** Samples by which a cell's own shift may differ from what most cells agree on, and times their median difference. */
const LEAST_REACH_SAMPLES = 1;
const REACH_FACTOR = 2.5;
const ROUNDS = 3;
/** A cell's own shift is damped by this share of its texture: what is flat along one direction tells no shift along it. */
const DAMPING = 0.05;
/** Longer shifts, in samples, are beyond what a linear step can find. */
const LONGEST_SHIFT_SAMPLES = 6;

const shift = new Float64Array(2);

/** Writes the shift at which a cell, on its own, would fit, in units of the grid. */
export function cellShift(
  { bx, by }: Comparison,
  { xx, xy, yy }: Template,
  cell: number,
  into: Float64Array,
): void {
  const damping = DAMPING * ((xx[cell] as number) + (yy[cell] as number)) + 1e-9;
  const [p, q, r] = [(xx[cell] as number) + damping, xy[cell] as number, (yy[cell] as number) + damping];
  const determinant = p * r - q * q;
  const [x, y] = [bx[cell] as number, by[cell] as number];
  into[0] = (r * x - q * y) / determinant;
  into[1] = (p * y - q * x) / determinant;
}

/**
 * Takes weight off cells that move otherwise than the surface. The shift of every cell is found on its own; the
 * similarity (4 parameters) that they agree upon is stiff enough not to follow an occluder's edge, as a homography
 * does by stretching over parts without texture.
 * @param weights changed in place
 */
export function gateBySimilarity(comparison: Comparison, template: Template, weights: Float64Array): void {
  const { grid, seen } = comparison;
  const cells = seen.length;
  const u = new Float64Array(cells);
  const v = new Float64Array(cells);
  const off = new Float64Array(cells);
  const agreed = weights.slice();
  const step = (grid.stepX + grid.stepY) / 2;
  const longest = LONGEST_SHIFT_SAMPLES * step;
  for (let cell = 0; cell < cells; cell++) {
    if ((weights[cell] as number) <= 0) continue;
    cellShift(comparison, template, cell, shift);
    u[cell] = Math.max(-longest, Math.min(longest, shift[0] as number));
    v[cell] = Math.max(-longest, Math.min(longest, shift[1] as number));
  }
  const matrix = new Float64Array(16);
  const vector = new Float64Array(4);
  for (let round = 0; round < ROUNDS; round++) {
    matrix.fill(0);
    vector.fill(0);
    matrix[0] = matrix[5] = matrix[10] = matrix[15] = 1e-6;
    for (let cell = 0; cell < cells; cell++) {
      const weight = agreed[cell] as number;
      if (weight <= 0) continue;
      const [x, y] = [grid.x[cell] as number, grid.y[cell] as number];
      const [du, dv] = [u[cell] as number, v[cell] as number];
      // u = tx + s·x − r·y, v = ty + s·y + r·x
      vector[0] = (vector[0] as number) + weight * du;
      vector[1] = (vector[1] as number) + weight * dv;
      vector[2] = (vector[2] as number) + weight * (x * du + y * dv);
      vector[3] = (vector[3] as number) + weight * (x * dv - y * du);
      matrix[0] = (matrix[0] as number) + weight;
      matrix[5] = (matrix[5] as number) + weight;
      matrix[8] = (matrix[8] as number) + weight * x;
      matrix[9] = (matrix[9] as number) + weight * y;
      matrix[12] = (matrix[12] as number) - weight * y;
      matrix[13] = (matrix[13] as number) + weight * x;
      const spread = weight * (x * x + y * y);
      matrix[10] = (matrix[10] as number) + spread;
      matrix[15] = (matrix[15] as number) + spread;
    }
    if (!solveSymmetric(matrix, vector, 4)) return;
    const [tx = 0, ty = 0, s = 0, r = 0] = vector;
    let count = 0;
    const sorted = new Float64Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      if ((weights[cell] as number) <= 0) continue;
      const [x, y] = [grid.x[cell] as number, grid.y[cell] as number];
      off[cell] = Math.hypot(
        (u[cell] as number) - tx - s * x + r * y,
        (v[cell] as number) - ty - s * y - r * x,
      );
      if ((weights[cell] as number) > 0.1) sorted[count++] = off[cell] as number;
    }
    const median = count > 0 ? (sorted.subarray(0, count).sort()[count >> 1] as number) : 0;
    const reach = Math.max(LEAST_REACH_SAMPLES * step, REACH_FACTOR * median);
    for (let cell = 0; cell < cells; cell++) {
      const ratio = (off[cell] as number) / (2 * reach);
      agreed[cell] = (weights[cell] as number) * Math.max(0, 1 - ratio * ratio) ** 2;
    }
  }
  weights.set(agreed);
}
