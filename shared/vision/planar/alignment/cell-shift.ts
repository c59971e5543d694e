import type { Comparison } from '../template/comparison.ts';
import type { Template } from '../template/template.ts';

/** A cell's own shift is damped by this share of its texture: texture that is flat along one direction does not determine a shift along it. */
const DAMPING = 0.05;

/** Writes the shift at which a cell, on its own, would fit, in units of the grid. */
export function cellShift(
  { bx, by }: Comparison,
  { xx, xy, yy }: Template,
  cell: number,
  into: Float64Array,
): void {
  const damping = DAMPING * ((xx[cell] as number) + (yy[cell] as number)) + 1e-9;
  const p = (xx[cell] as number) + damping;
  const q = xy[cell] as number;
  const r = (yy[cell] as number) + damping;
  const determinant = p * r - q * q;
  const x = bx[cell] as number;
  const y = by[cell] as number;
  into[0] = (r * x - q * y) / determinant;
  into[1] = (p * y - q * x) / determinant;
}
