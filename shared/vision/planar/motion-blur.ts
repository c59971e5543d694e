import {
  type Corners,
  type Homography,
  inverse,
  project,
  rectangleTo,
} from '../../kernel/geometry/homography.ts';
import { CELL_SAMPLES, CELL_SIDE, type CellGrid } from './cell-grid.ts';
import type { SurfaceLevel } from './surface-level.ts';
import { derive } from './template.ts';

/** Where along its way the surface is, at moments spread evenly over the exposure; 0 is the place of its pose. */
export type Course = readonly number[];

const MOMENTS = Array.from({ length: 9 }, (_, i) => (i + 0.5) / 9 - 0.5);
/** The pose is that of the middle of the exposure. */
export const STEADY: Course = MOMENTS;
/** A surface that begins, or ends, to move in the middle of the exposure, as at the beginning of a clip. */
export const BEGINNING: Course = MOMENTS.map((moment) => Math.max(0, moment));
export const ENDING: Course = MOMENTS.map((moment) => Math.min(0, moment));

/**
 * Fills a level's template with what another one looks like while it moves: every sample is the mean along its path over
 * the exposure (as Mei and Reid, "Modeling and generating complex motion blur for real-time tracking", CVPR 2008, and Park
 * et al., 2012, blur their templates).
 * @param target of the same grid as `source`
 * @param corners of the surface in the middle of the exposure, and by how much each moves during it, in pixels
 */
export function blurTemplate(
  target: SurfaceLevel,
  source: SurfaceLevel,
  corners: Corners,
  motion: readonly number[],
  course = STEADY,
): void {
  const { grid, template } = source;
  const raster = rasterOf(source);
  const paths = pathsOf(grid, corners, motion);
  target.template.known.set(template.known);
  if (!paths) {
    target.template.samples.set(template.samples);
  } else {
    for (let cell = 0; cell < template.known.length; cell++)
      if (template.known[cell])
        blurCell(
          raster,
          grid,
          cell,
          paths.x[cell] as number,
          paths.y[cell] as number,
          course,
          target.template.samples,
        );
  }
  for (let cell = 0; cell < template.known.length; cell++) derive(target.template, cell);
}

/** Samples row by row. */
export function rasterOf({ grid, template }: SurfaceLevel): Float32Array {
  const width = grid.columns * CELL_SIDE;
  const raster = new Float32Array(width * grid.rows * CELL_SIDE);
  for (let cell = 0; cell < template.known.length; cell++) {
    const left = (cell % grid.columns) * CELL_SIDE;
    const top = Math.floor(cell / grid.columns) * CELL_SIDE;
    for (let i = 0; i < CELL_SAMPLES; i++)
      raster[(top + (i >> 3)) * width + left + (i & 7)] = template.samples[cell * CELL_SAMPLES + i] as number;
  }
  return raster;
}

/** For every cell the way, in samples, that its middle goes during the exposure. */
function pathsOf(
  grid: CellGrid,
  corners: Corners,
  motion: readonly number[],
): { readonly x: Float64Array; readonly y: Float64Array } | null {
  const at = (share: number): Homography | null =>
    rectangleTo(
      corners.map((value, i) => value + share * (motion[i] as number)) as unknown as Corners,
      grid.a,
      grid.b,
    );
  const [before, middle, after] = [at(-0.5), at(0), at(0.5)];
  if (!before || !middle || !after) return null;
  const back = inverse(middle);
  const x = new Float64Array(grid.x.length);
  const y = new Float64Array(grid.x.length);
  const place = [0, 0, 0, 0];
  for (let cell = 0; cell < x.length; cell++) {
    const [cx, cy] = [grid.x[cell] as number, grid.y[cell] as number];
    project(before, cx, cy, place, 0);
    project(after, cx, cy, place, 2);
    project(back, place[0] as number, place[1] as number, place, 0);
    project(back, place[2] as number, place[3] as number, place, 2);
    x[cell] = ((place[2] as number) - (place[0] as number)) / grid.stepX;
    y[cell] = ((place[3] as number) - (place[1] as number)) / grid.stepY;
  }
  return { x, y };
}

/** What lies outside the surface is taken to be as its border. */
function blurCell(
  raster: Float32Array,
  { columns, rows }: CellGrid,
  cell: number,
  pathX: number,
  pathY: number,
  course: Course,
  into: Float32Array,
): void {
  const left = (cell % columns) * CELL_SIDE;
  const top = Math.floor(cell / columns) * CELL_SIDE;
  const at = cell * CELL_SAMPLES;
  into.fill(0, at, at + CELL_SAMPLES);
  for (const share of course) {
    // The way is that of the cell's middle, so that all of its samples lie as far between those of the raster.
    const [x, y] = [left - share * pathX, top - share * pathY];
    const [u, v] = [Math.floor(x), Math.floor(y)];
    addShifted(
      raster,
      columns * CELL_SIDE,
      rows * CELL_SIDE,
      u,
      v,
      x - u,
      y - v,
      1 / course.length,
      into,
      at,
    );
  }
}

/** Adds the samples from column `u` and row `v` on, moved on by parts of a sample, times a weight. */
function addShifted(
  raster: Float32Array,
  width: number,
  height: number,
  u: number,
  v: number,
  partX: number,
  partY: number,
  weight: number,
  into: Float32Array,
  start: number,
): void {
  const right = weight * partX;
  const left = weight - right;
  const inside = u >= 0 && v >= 0 && u + CELL_SIDE < width && v + CELL_SIDE < height;
  let at = start;
  for (let row = 0; row < CELL_SIDE; row++) {
    const above = Math.min(height - 1, Math.max(0, v + row)) * width;
    const below = Math.min(height - 1, Math.max(0, v + row + 1)) * width;
    if (inside) {
      let i = above + u;
      let before = (raster[i] as number) + partY * ((raster[i + width] as number) - (raster[i] as number));
      for (let column = 0; column < CELL_SIDE; column++) {
        i++;
        const next = (raster[i] as number) + partY * ((raster[i + width] as number) - (raster[i] as number));
        into[at] = (into[at] as number) + left * before + right * next;
        before = next;
        at++;
      }
      continue;
    }
    for (let column = 0; column < CELL_SIDE; column++) {
      const first = Math.min(width - 1, Math.max(0, u + column));
      const second = Math.min(width - 1, Math.max(0, u + column + 1));
      const upper = left * (raster[above + first] as number) + right * (raster[above + second] as number);
      const lower = left * (raster[below + first] as number) + right * (raster[below + second] as number);
      into[at] = (into[at] as number) + upper + partY * (lower - upper);
      at++;
    }
  }
}
