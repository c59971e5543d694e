import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { CELL_SAMPLES, type CellGrid, cellGrid } from './cell-grid.ts';
import { emptyComparison } from './comparison.ts';
import { emptyCompletion } from './completion.ts';
import type { SurfaceLevel } from './surface-level.ts';
import { derive, emptyTemplate, learn, NOISE_LEVELS, type Template } from './template.ts';

/** A surface in the start frame at nearly all of its pixels, which steady the last step of alignment. */
export interface Detail {
  /** Grey levels, cell by cell, and which cells are known. */
  readonly samples: Uint8Array;
  readonly known: Uint8Array;
  /** Of every two cells side by side the one that determines a shift better. */
  readonly level: SurfaceLevel;
}

/** Samples along the side of a square of the same area; smaller surfaces have all of their pixels in the finest level. */
const MOST_SAMPLES = 208;
const LEAST_SAMPLES = 144;

const gridOf = (aspect: number, side: number): CellGrid | null =>
  side < LEAST_SAMPLES ? null : cellGrid(aspect, Math.min(MOST_SAMPLES, side));

/** @param side of the surface in the frame, in pixels */
export function detailOf(
  pyramid: FramePyramid,
  map: Homography,
  aspect: number,
  side: number,
  noise = NOISE_LEVELS,
): Detail | null {
  const grid = gridOf(aspect, side);
  if (!grid) return null;
  const template = emptyTemplate(grid, noise);
  learn(template, pyramid, map);
  return restored(grid, noise, Uint8Array.from(template.samples, Math.round), template.known);
}

/** From what a state holds; empty arrays where there is no detail. */
export function restoreDetail(
  aspect: number,
  side: number,
  samples: Uint8Array,
  known: Uint8Array,
  noise = NOISE_LEVELS,
): Detail | null {
  const grid = samples.length > 0 ? gridOf(aspect, side) : null;
  return grid && restored(grid, noise, samples, known);
}

function restored(grid: CellGrid, noise: number, samples: Uint8Array, known: Uint8Array): Detail {
  const template = emptyTemplate(grid, noise);
  template.samples.set(samples);
  template.known.set(known);
  for (let cell = 0; cell < known.length; cell++) derive(template, cell);
  return { samples, known, level: levelOf(template, tellingCells(template)) };
}

function tellingCells(template: Template): number[] {
  const { columns, rows } = template.grid;
  const chosen: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column += 2) {
      const first = row * columns + column;
      const second = first + (column + 1 < columns ? 1 : 0);
      const cell = tellingOf(template, second) > tellingOf(template, first) ? second : first;
      if (tellingOf(template, cell) > 0) chosen.push(cell);
    }
  }
  return chosen;
}

/** Product over sum of the two eigenvalues of a cell's shift: small where it determines nothing along one direction. */
function tellingOf({ xx, xy, yy }: Template, cell: number): number {
  const [p, q, r] = [xx[cell] as number, xy[cell] as number, yy[cell] as number];
  return p + r > 0 ? (p * r - q * q) / (p + r) : 0;
}

/**
 * What cells count so that strong texture does not outvote the rest: a cell that determines its shift far more sharply than others is as far
 * off as they are where the surface is not quite flat, or seen at another size. In sum they count what they would.
 */
function evenTrust({ xx, yy }: Template, cells: readonly number[]): number[] {
  const texture = cells.map((cell) => (xx[cell] as number) + (yy[cell] as number));
  const usual = texture.toSorted((a, b) => a - b)[texture.length >> 1] ?? 1;
  const even = texture.map((value) => usual / (usual + value));
  const sum = texture.reduce((total, value) => total + value, 0);
  const kept = texture.reduce((total, value, i) => total + value * (even[i] as number), 0);
  return even.map((share) => (share * sum) / kept);
}

/** Some cells of a template, as if they lay in a row. */
function levelOf(template: Template, cells: readonly number[]): SurfaceLevel {
  const count = cells.length;
  const grid: CellGrid = {
    ...template.grid,
    columns: count,
    rows: 1,
    x: Float64Array.from(cells, (cell) => template.grid.x[cell] as number),
    y: Float64Array.from(cells, (cell) => template.grid.y[cell] as number),
  };
  const some = emptyTemplate(grid, template.noise);
  some.trust.set(evenTrust(template, cells));
  for (const [at, cell] of cells.entries()) {
    some.known[at] = 1;
    for (const name of ['energy', 'xx', 'xy', 'yy', 'reliability'] as const)
      some[name][at] = template[name][cell] as number;
    for (const name of ['samples', 'values', 'dx', 'dy'] as const)
      some[name].set(
        template[name].subarray(cell * CELL_SAMPLES, (cell + 1) * CELL_SAMPLES),
        at * CELL_SAMPLES,
      );
  }
  return {
    grid,
    template: some,
    completion: emptyCompletion(some),
    comparison: emptyComparison(grid),
    weights: new Float64Array(count),
    scratch: new Float64Array(count),
  };
}
