import { type CellGrid, cellGrid } from './cell-grid.ts';
import { type Comparison, emptyComparison } from './comparison.ts';
import { type Completion, emptyCompletion } from './completion.ts';
import { emptyTemplate, NOISE_LEVELS, type Template } from './template.ts';

/** A surface's template at one resolution, with what comparing frames with it needs. */
export interface SurfaceLevel {
  readonly grid: CellGrid;
  readonly template: Template;
  readonly completion: Completion;
  readonly comparison: Comparison;
  readonly weights: Float64Array;
  readonly scratch: Float64Array;
}

/** Samples along the side of a square of the same area, of the finest and the coarsest level; between them one a pixel. */
const MOST_SAMPLES = 128;
const LEAST_SAMPLES = 32;
const COARSEST_SAMPLES = 24;
/**
 * Pixels along the border of a small surface that are left out: they show what lies behind it, too. A large one has few of them, and they
 * steady it where it moves fast.
 */
const EDGE_PIXELS = 1;
const SMALL_PIXELS = 144;

/** @returns finest first, each of half the samples of the one before along a line */
export function surfaceLevels(aspect: number, sidePixels: number, noise = NOISE_LEVELS): SurfaceLevel[] {
  const finest = Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, sidePixels));
  // The grid has an area of 4.
  const edge = sidePixels < SMALL_PIXELS ? (2 * EDGE_PIXELS) / sidePixels : 0;
  const levels: SurfaceLevel[] = [];
  for (let samples = finest; samples >= COARSEST_SAMPLES || levels.length === 0; samples /= 2) {
    const grid = cellGrid(aspect, samples, edge);
    const template = emptyTemplate(grid, noise);
    levels.push({
      grid,
      template,
      completion: emptyCompletion(template),
      comparison: emptyComparison(grid),
      weights: new Float64Array(grid.columns * grid.rows),
      scratch: new Float64Array(grid.columns * grid.rows),
    });
  }
  return levels;
}
