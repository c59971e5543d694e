import type { CellGrid } from '../template/cell-grid.ts';
import type { Comparison } from '../template/comparison.ts';
import type { Template } from '../template/template.ts';
import { cellShift } from './cell-shift.ts';

/**
 * A cell at this distance from the shift that most agree on has a weight of 9/16, at twice that none: a sample at least, or so many times
 * the cells' median distance.
 */
const LEAST_REACH_SAMPLES = 1;
const REACH_FACTOR = 2.5;
const ROUNDS = 3;
/** Longer shifts, in samples, are beyond what a linear step can find. */
const LONGEST_SHIFT_SAMPLES = 6;

/** Added to what is divided by. */
const LEAST_WEIGHT = 1e-6;

/** Buffers for the results of each cell, as many as any level has had. */
let [u, v, off, agreed, sorted] = roomFor(0);

function roomFor(cells: number): [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array] {
  const each = (): Float64Array => new Float64Array(cells);
  return [each(), each(), each(), each(), each()];
}

const shift = new Float64Array(2);

/**
 * Takes weight off cells that move otherwise than the surface. The shift of every cell is found on its own; the
 * similarity (4 parameters) that they agree upon is stiff enough not to follow an occluder's edge, as a homography
 * does by stretching over parts without texture.
 * @param weights changed in place
 */
export function gateBySimilarity(comparison: Comparison, template: Template, weights: Float64Array): void {
  const { grid, seen } = comparison;
  const cells = seen.length;
  if (cells > u.length) [u, v, off, agreed, sorted] = roomFor(cells);
  const step = (grid.stepX + grid.stepY) / 2;
  const longest = LONGEST_SHIFT_SAMPLES * step;
  for (let cell = 0; cell < cells; cell++) {
    agreed[cell] = weights[cell] as number;
    if ((weights[cell] as number) <= 0) continue;
    cellShift(comparison, template, cell, shift);
    u[cell] = Math.max(-longest, Math.min(longest, shift[0] as number));
    v[cell] = Math.max(-longest, Math.min(longest, shift[1] as number));
  }
  for (let round = 0; round < ROUNDS; round++) {
    agreeOn(grid);
    const tx = similarity[0] as number;
    const ty = similarity[1] as number;
    const s = similarity[2] as number;
    const r = similarity[3] as number;
    let count = 0;
    for (let cell = 0; cell < cells; cell++) {
      const weight = weights[cell] as number;
      if (weight <= 0) continue;
      const x = grid.x[cell] as number;
      const y = grid.y[cell] as number;
      const du = (u[cell] as number) - tx - s * x + r * y;
      const dv = (v[cell] as number) - ty - s * y - r * x;
      const distance = Math.sqrt(du * du + dv * dv);
      off[cell] = distance;
      if (weight > 0.1) sorted[count++] = distance;
    }
    const median = count > 0 ? (sorted.subarray(0, count).sort()[count >> 1] as number) : 0;
    const reach = Math.max(LEAST_REACH_SAMPLES * step, REACH_FACTOR * median);
    for (let cell = 0; cell < cells; cell++) {
      const weight = weights[cell] as number;
      if (weight <= 0) continue;
      const ratio = (off[cell] as number) / (2 * reach);
      const near = Math.max(0, 1 - ratio * ratio);
      agreed[cell] = weight * near * near;
    }
  }
  for (let cell = 0; cell < cells; cell++) weights[cell] = agreed[cell] as number;
}

const similarity = new Float64Array(4);

/** Finds the similarity u = tx + s·x − r·y, v = ty + s·y + r·x that fits the cells' shifts best: tx, ty, s, r. */
function agreeOn({ x, y }: CellGrid): void {
  let total = LEAST_WEIGHT;
  let spread = LEAST_WEIGHT;
  let sumX = 0;
  let sumY = 0;
  let sumU = 0;
  let sumV = 0;
  let along = 0;
  let across = 0;
  for (let cell = 0; cell < x.length; cell++) {
    const weight = agreed[cell] as number;
    if (weight <= 0) continue;
    const cx = x[cell] as number;
    const cy = y[cell] as number;
    const du = u[cell] as number;
    const dv = v[cell] as number;
    total += weight;
    sumX += weight * cx;
    sumY += weight * cy;
    sumU += weight * du;
    sumV += weight * dv;
    spread += weight * (cx * cx + cy * cy);
    along += weight * (cx * du + cy * dv);
    across += weight * (cx * dv - cy * du);
  }
  // Around the cells' centre shift and the rest are found apart.
  const around = spread - (sumX * sumX + sumY * sumY) / total;
  const s = (along - (sumX * sumU + sumY * sumV) / total) / around;
  const r = (across - (sumX * sumV - sumY * sumU) / total) / around;
  similarity[0] = (sumU - s * sumX + r * sumY) / total;
  similarity[1] = (sumV - s * sumY - r * sumX) / total;
  similarity[2] = s;
  similarity[3] = r;
}
