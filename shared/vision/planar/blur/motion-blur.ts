import {
  type Corners,
  type Homography,
  inverse,
  project,
  rectangleTo,
} from '../../../kernel/geometry/homography.ts';
import { CELL_SAMPLES, CELL_SIDE, type CellGrid } from '../template/cell-grid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { derive } from '../template/template.ts';

/** Where along its way the surface is, at moments spread evenly over the exposure; 0 is the place of its pose. */
export type Course = readonly number[];

const MOMENTS = Array.from({ length: 9 }, (_, i) => (i + 0.5) / 9 - 0.5);
/** The pose is that of the middle of the exposure. */
export const STEADY: Course = MOMENTS;
/** A surface that begins, or ends, to move in the middle of the exposure, as at the beginning of a clip. */
export const BEGINNING: Course = MOMENTS.map((moment) => Math.max(0, moment));
export const ENDING: Course = MOMENTS.map((moment) => Math.min(0, moment));

const STRAIGHT: readonly number[] = Array(8).fill(0);

/**
 * Fills a level's template with what another one looks like while it moves: every sample is the mean along its path over
 * the exposure (as Mei and Reid, "Modeling and generating complex motion blur for real-time tracking", CVPR 2008, and Park
 * et al., 2012, blur their templates). Cells that pass unknown parts of the surface become unknown.
 * @param target of the same grid as `source`
 * @param corners of the surface in the middle of the exposure, and by how much each moves during it, in pixels
 * @param bend by how much the second half of that way differs from the first, in pixels
 */
export function blurTemplate(
  target: SurfaceLevel,
  source: SurfaceLevel,
  corners: Corners,
  motion: readonly number[],
  course = STEADY,
  bend: readonly number[] = STRAIGHT,
): void {
  const { grid, template } = source;
  const raster = rasterOf(source);
  const paths = pathsOf(grid, corners, motion, bend);
  target.template.known.set(template.known);
  if (!paths) {
    target.template.samples.set(template.samples);
  } else {
    for (let cell = 0; cell < template.known.length; cell++) {
      if (!template.known[cell]) continue;
      const way = wayOf(paths, grid, cell, course);
      if (staysWithin(way, grid, template.known)) blurCell(raster, grid, way, cell, target.template.samples);
      else target.template.known[cell] = 0;
    }
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
      raster[(top + Math.floor(i / CELL_SIDE)) * width + left + (i % CELL_SIDE)] = template.samples[
        cell * CELL_SAMPLES + i
      ] as number;
  }
  return raster;
}

/** For every cell the way, in samples, that its middle goes during the exposure, and by how much its halves differ. */
interface Paths {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly bendX: Float64Array;
  readonly bendY: Float64Array;
}

function pathsOf(
  grid: CellGrid,
  corners: Corners,
  motion: readonly number[],
  bend: readonly number[],
): Paths | null {
  const at = (share: number): Homography | null =>
    rectangleTo(
      corners.map(
        (value, i) => value + share * (motion[i] as number) + 2 * share * share * (bend[i] as number),
      ) as unknown as Corners,
      grid.a,
      grid.b,
    );
  const [before, middle, after] = [at(-0.5), at(0), at(0.5)];
  if (!before || !middle || !after) return null;
  const back = inverse(middle);
  const [x, y, bendX, bendY] = Array.from({ length: 4 }, () => new Float64Array(grid.x.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const place = [0, 0, 0, 0];
  for (let cell = 0; cell < x.length; cell++) {
    const [cx, cy] = [grid.x[cell] as number, grid.y[cell] as number];
    project(before, cx, cy, place, 0);
    project(after, cx, cy, place, 2);
    project(back, place[0] as number, place[1] as number, place, 0);
    project(back, place[2] as number, place[3] as number, place, 2);
    x[cell] = ((place[2] as number) - (place[0] as number)) / grid.stepX;
    y[cell] = ((place[3] as number) - (place[1] as number)) / grid.stepY;
    bendX[cell] = ((place[2] as number) + (place[0] as number) - 2 * cx) / grid.stepX;
    bendY[cell] = ((place[3] as number) + (place[1] as number) - 2 * cy) / grid.stepY;
  }
  return { x, y, bendX, bendY };
}

/** From where in the raster a cell's first sample comes, at every moment of the exposure. */
interface Way {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The way is that of the cell's middle, so that all of its samples lie as far between those of the raster. */
function wayOf(paths: Paths, { columns }: CellGrid, cell: number, course: Course): Way {
  const left = (cell % columns) * CELL_SIDE;
  const top = Math.floor(cell / columns) * CELL_SIDE;
  const along = (start: number, path: Float64Array, bend: Float64Array): number[] =>
    course.map(
      (share) => start - share * (path[cell] as number) - 2 * share * share * (bend[cell] as number),
    );
  return { x: along(left, paths.x, paths.bendX), y: along(top, paths.y, paths.bendY) };
}

/** Samples: less is rounding. */
const TOUCHING = 1e-6;

/** Whether a cell shows only known parts of the surface on its way: what lies beside that would be smeared into it. */
const staysWithin = ({ x, y }: Way, { columns, rows }: CellGrid, known: Uint8Array): boolean =>
  x.every((left, moment) => {
    const top = y[moment] as number;
    for (let row = firstCell(top); row <= lastCell(top); row++)
      for (let column = firstCell(left); column <= lastCell(left); column++)
        if (column < 0 || row < 0 || column >= columns || row >= rows || !known[row * columns + column])
          return false;
    return true;
  });

const firstCell = (sample: number): number => Math.floor((sample + TOUCHING) / CELL_SIDE);
const lastCell = (sample: number): number => Math.floor((sample - TOUCHING) / CELL_SIDE) + 1;

function blurCell(
  raster: Float32Array,
  { columns, rows }: CellGrid,
  way: Way,
  cell: number,
  into: Float32Array,
): void {
  const at = cell * CELL_SAMPLES;
  const weight = 1 / way.x.length;
  into.fill(0, at, at + CELL_SAMPLES);
  for (const [moment, x] of way.x.entries()) {
    const y = way.y[moment] as number;
    const [u, v] = [Math.floor(x), Math.floor(y)];
    addShifted(raster, columns * CELL_SIDE, rows * CELL_SIDE, u, v, x - u, y - v, weight, into, at);
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
