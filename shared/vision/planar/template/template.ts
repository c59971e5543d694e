import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { CELL_SAMPLES, CELL_SIDE, type CellGrid } from './cell-grid.ts';
import { sampleCell } from './sample-cell.ts';

/** Contrast in grey levels that counts half, of most surfaces: cells of less are mostly noise. */
export const NOISE_LEVELS = 4;

/** Cells of which less is not noise say nothing. */
export const LEAST_RELIABILITY = 0.5;

/** What a surface looks like, cell by cell: `CELL_SAMPLES` values each, row by row. */
export interface Template {
  readonly grid: CellGrid;
  /** Contrast in grey levels that counts half. Added, squared, to every cell's variance. */
  readonly noise: number;
  /** Grey levels. */
  readonly samples: Float32Array;
  /** 1 where a cell is known. */
  readonly known: Uint8Array;
  /** What a cell counts: 1 for those of the start frame, less for those that were learnt at poses that may be off. */
  readonly trust: Float32Array;
  /** Each cell's samples less their mean, over their contrast (`normalise`). */
  readonly values: Float32Array;
  /** How `values` change along x and y of the grid. */
  readonly dx: Float32Array;
  readonly dy: Float32Array;
  /** For every cell the sum of its squared `values`, and of dx², dx·dy and dy². */
  readonly energy: Float64Array;
  readonly xx: Float64Array;
  readonly xy: Float64Array;
  readonly yy: Float64Array;
  /** Share of a cell's variance that is not noise. */
  readonly reliability: Float64Array;
  /** Another number after each change. */
  revision: number;
}

/** A template of which nothing is known. */
export function emptyTemplate(grid: CellGrid, noise = NOISE_LEVELS): Template {
  const cells = grid.columns * grid.rows;
  const samples = (): Float32Array => new Float32Array(cells * CELL_SAMPLES);
  const sums = (): Float64Array => new Float64Array(cells);
  return {
    grid,
    noise,
    samples: samples(),
    known: new Uint8Array(cells),
    trust: new Float32Array(cells).fill(1),
    values: samples(),
    dx: samples(),
    dy: samples(),
    energy: sums(),
    xx: sums(),
    xy: sums(),
    yy: sums(),
    reliability: sums(),
    revision: 0,
  };
}

/** Takes every cell that lies in the frame. */
export function learn(template: Template, pyramid: FramePyramid, map: Homography): void {
  const { grid, samples, known } = template;
  for (let cell = 0; cell < known.length; cell++)
    if (sampleCell(pyramid, map, grid, cell, samples, cell * CELL_SAMPLES)) known[cell] = 1;
  for (let cell = 0; cell < known.length; cell++) derive(template, cell);
}

/** Computes what follows from a cell's samples; its neighbours are needed for the changes at its border. */
export function derive(template: Template, cell: number): void {
  const { samples, known, values, dx, dy, energy, xx, xy, yy, reliability, grid } = template;
  const start = cell * CELL_SAMPLES;
  template.revision++;
  energy[cell] = xx[cell] = xy[cell] = yy[cell] = reliability[cell] = 0;
  if (!known[cell]) return;
  for (let i = start; i < start + CELL_SAMPLES; i++) values[i] = samples[i] as number;
  const contrast = normalise(values, start, template.noise);
  const acrossX = 0.5 / (contrast * grid.stepX);
  const acrossY = 0.5 / (contrast * grid.stepY);
  let squares = 0;
  let sumX = 0;
  let sumY = 0;
  let alongX = 0;
  let alongY = 0;
  for (let i = 0; i < CELL_SAMPLES; i++) {
    const column = i % CELL_SIDE;
    const x =
      column > 0 && column < CELL_SIDE - 1
        ? ((samples[start + i + 1] as number) - (samples[start + i - 1] as number)) * acrossX
        : changeAlong(template, cell, i, 1, 0) * 2 * acrossX;
    const y =
      i >= CELL_SIDE && i < CELL_SAMPLES - CELL_SIDE
        ? ((samples[start + i + CELL_SIDE] as number) - (samples[start + i - CELL_SIDE] as number)) * acrossY
        : changeAlong(template, cell, i, 0, 1) * 2 * acrossY;
    const value = values[start + i] as number;
    dx[start + i] = x;
    dy[start + i] = y;
    sumX += x;
    sumY += y;
    alongX += x * value;
    alongY += y * value;
    squares += value * value;
  }
  // A shift changes neither the mean nor the contrast of normalised values.
  let a = 0;
  let b = 0;
  let c = 0;
  for (let i = start; i < start + CELL_SAMPLES; i++) {
    const value = values[i] as number;
    const x = (dx[i] as number) - sumX / CELL_SAMPLES - (value * alongX) / (squares + 1e-9);
    const y = (dy[i] as number) - sumY / CELL_SAMPLES - (value * alongY) / (squares + 1e-9);
    dx[i] = x;
    dy[i] = y;
    a += x * x;
    b += x * y;
    c += y * y;
  }
  energy[cell] = squares;
  xx[cell] = a;
  xy[cell] = b;
  yy[cell] = c;
  reliability[cell] = squares / CELL_SAMPLES;
}

/** Takes off the mean of a cell's values and divides them by their contrast, which is returned. */
function normalise(values: Float32Array, start: number, noise: number): number {
  let sum = 0;
  let squares = 0;
  for (let i = start; i < start + CELL_SAMPLES; i++) {
    const value = values[i] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / CELL_SAMPLES;
  const contrast = contrastOf(sum, squares, noise);
  for (let i = start; i < start + CELL_SAMPLES; i++) values[i] = ((values[i] as number) - mean) / contrast;
  return contrast;
}

/** Standard deviation of a cell's samples, noise included, by their sum and that of their squares. */
export function contrastOf(sum: number, squares: number, noise: number): number {
  const mean = sum / CELL_SAMPLES;
  return Math.sqrt(Math.max(0, squares / CELL_SAMPLES - mean * mean) + noise * noise);
}

/** Half the difference of a sample's neighbours; at the border of the known area, the difference from the one that is. */
function changeAlong(template: Template, cell: number, sample: number, x: number, y: number): number {
  const here = template.samples[cell * CELL_SAMPLES + sample] as number;
  const before = sampleBeside(template, cell, sample, -x, -y);
  const after = sampleBeside(template, cell, sample, x, y);
  if (before === undefined) return after === undefined ? 0 : after - here;
  return after === undefined ? here - before : (after - before) / 2;
}

function sampleBeside(
  { samples, known, grid }: Template,
  cell: number,
  sample: number,
  x: number,
  y: number,
): number | undefined {
  const { columns, rows } = grid;
  const u = (cell % columns) * CELL_SIDE + (sample % CELL_SIDE) + x;
  const v = Math.floor(cell / columns) * CELL_SIDE + Math.floor(sample / CELL_SIDE) + y;
  if (u < 0 || v < 0 || u >= columns * CELL_SIDE || v >= rows * CELL_SIDE) return undefined;
  const other = Math.floor(v / CELL_SIDE) * columns + Math.floor(u / CELL_SIDE);
  if (!known[other]) return undefined;
  return samples[other * CELL_SAMPLES + (v % CELL_SIDE) * CELL_SIDE + (u % CELL_SIDE)];
}
