import { CELL_SAMPLES, type CellGrid } from './cell-grid.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import type { Homography } from './homography.ts';
import { sampleCell } from './sample-cell.ts';
import { normalise, type Template } from './template.ts';

/** How a frame, seen through a map, differs from a template, cell by cell. */
export interface Comparison {
  readonly grid: CellGrid;
  /** 1 where the cell is known and lies in the frame; the rest says nothing elsewhere. */
  readonly seen: Uint8Array;
  /** Correlation, from -1 to 1. */
  readonly correlation: Float64Array;
  /** Share of the variance of what is seen that is not noise. */
  readonly contrast: Float64Array;
  /** Sum of squared differences of the normalised values. */
  readonly difference: Float64Array;
  /** Less the sum of differences times change, along x and y: the right side of the normal equations of a shift. */
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Samples of the cell at work. */
  readonly scratch: Float32Array;
}

export function emptyComparison(grid: CellGrid): Comparison {
  const sums = (): Float64Array => new Float64Array(grid.columns * grid.rows);
  return {
    grid,
    seen: new Uint8Array(grid.columns * grid.rows),
    correlation: sums(),
    contrast: sums(),
    difference: sums(),
    bx: sums(),
    by: sums(),
    scratch: new Float32Array(CELL_SAMPLES),
  };
}

/**
 * Every cell is normalised by its own mean and contrast, so that light that changes from place to place makes no
 * difference, and what covers one cell does not touch the next.
 */
export function compare(
  comparison: Comparison,
  template: Template,
  pyramid: FramePyramid,
  map: Homography,
): void {
  const { grid, seen, correlation, contrast, difference, bx, by, scratch } = comparison;
  const { values, dx, dy, known, energy } = template;
  for (let cell = 0; cell < seen.length; cell++) {
    if (!known[cell] || !sampleCell(pyramid, map, grid, cell, scratch, 0)) {
      seen[cell] = 0;
      continue;
    }
    seen[cell] = 1;
    normalise(scratch, 0);
    let [product, squares, alongX, alongY] = [0, 0, 0, 0];
    for (let i = 0, at = cell * CELL_SAMPLES; i < CELL_SAMPLES; i++, at++) {
      const found = scratch[i] as number;
      const expected = values[at] as number;
      product += found * expected;
      squares += found * found;
      alongX += (expected - found) * (dx[at] as number);
      alongY += (expected - found) * (dy[at] as number);
    }
    const energies = (energy[cell] as number) * squares;
    correlation[cell] = energies > 0 ? product / Math.sqrt(energies) : 0;
    contrast[cell] = squares / CELL_SAMPLES;
    difference[cell] = squares + (energy[cell] as number) - 2 * product;
    bx[cell] = alongX;
    by[cell] = alongY;
  }
}
