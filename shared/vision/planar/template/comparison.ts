import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid, Region } from '../frame/frame-pyramid.ts';
import { CELL_SAMPLES, type CellGrid } from './cell-grid.ts';
import { sampleCell } from './sample-cell.ts';
import { contrastOf, type Template } from './template.ts';

/** Cells that correlate less show something else. */
export const FITTING_CORRELATION = 0.7;

/** How a frame, seen through a map, differs from a template, cell by cell. */
export interface Comparison {
  readonly grid: CellGrid;
  /** 1 where the cell lies in the frame; the rest says nothing elsewhere. */
  readonly seen: Uint8Array;
  /** Correlation, from -1 to 1. */
  readonly correlation: Float64Array;
  /** Share of the observed variance that is not noise. */
  readonly contrast: Float64Array;
  /** Deviation of what was seen, noise included, in grey levels: one unit of its normalised values. */
  readonly deviation: Float64Array;
  /** Sum of squared differences of the normalised values. */
  readonly difference: Float64Array;
  /** Minus the sum over the samples of difference times gradient, along x and y: the right side of the normal equations of a shift. */
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** What was seen, in grey levels, laid out as the template's samples. */
  readonly samples: Float32Array;
  /** What was compared; null: nothing yet. */
  of: Compared | null;
}

interface Compared {
  readonly map: Homography;
  /** A pyramid has another one for each frame. */
  readonly region: Region;
  readonly template: Template;
  readonly revision: number;
}

export function emptyComparison(grid: CellGrid): Comparison {
  const sums = (): Float64Array => new Float64Array(grid.columns * grid.rows);
  return {
    grid,
    seen: new Uint8Array(grid.columns * grid.rows),
    correlation: sums(),
    contrast: sums(),
    deviation: sums(),
    difference: sums(),
    bx: sums(),
    by: sums(),
    samples: new Float32Array(grid.columns * grid.rows * CELL_SAMPLES),
    of: null,
  };
}

/**
 * Compares a template with a frame, unless that is what was compared last: a fit and the first step of alignment ask for the same.
 *
 * Every cell is normalised by its own mean and contrast, so that light that changes from place to place makes no
 * difference, and what covers one cell does not touch the next.
 */
export function compare(
  comparison: Comparison,
  template: Template,
  pyramid: FramePyramid,
  map: Homography,
): void {
  if (isOf(comparison.of, template, pyramid, map)) return;
  comparison.of = { map, region: pyramid.region, template, revision: template.revision };
  const { grid, seen, correlation, contrast, deviation, difference, bx, by, samples } = comparison;
  const { values, dx, dy, energy, noise } = template;
  for (let cell = 0; cell < seen.length; cell++) {
    const start = cell * CELL_SAMPLES;
    seen[cell] = 0;
    if (!sampleCell(pyramid, map, grid, cell, samples, start)) continue;
    seen[cell] = 1;
    let sum = 0;
    let total = 0;
    let product = 0;
    let alongX = 0;
    let alongY = 0;
    for (let i = start; i < start + CELL_SAMPLES; i++) {
      const sample = samples[i] as number;
      sum += sample;
      total += sample * sample;
      product += sample * (values[i] as number);
      alongX += sample * (dx[i] as number);
      alongY += sample * (dy[i] as number);
    }
    // The template's values and their changes have a mean of 0, and each is at right angles to the values: what is seen need not be
    // normalised before it is multiplied by them.
    deviation[cell] = contrastOf(sum, total, noise);
    const scale = 1 / (deviation[cell] as number);
    const mean = sum / CELL_SAMPLES;
    const squares = (total - sum * mean) * scale * scale;
    product *= scale;
    const energies = (energy[cell] as number) * squares;
    correlation[cell] = energies > 0 ? product / Math.sqrt(energies) : 0;
    contrast[cell] = squares / CELL_SAMPLES;
    difference[cell] = squares + (energy[cell] as number) - 2 * product;
    bx[cell] = -alongX * scale;
    by[cell] = -alongY * scale;
  }
}

const isOf = (of: Compared | null, template: Template, { region }: FramePyramid, map: Homography): boolean =>
  of !== null &&
  of.map === map &&
  of.region === region &&
  of.template === template &&
  of.revision === template.revision;
