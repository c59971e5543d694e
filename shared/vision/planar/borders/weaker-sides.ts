import type { CellGrid } from '../template/cell-grid.ts';
import { FITTING_CORRELATION } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { LEAST_RELIABILITY } from '../template/template.ts';
import { PARTS_A_SIDE, sideOf } from './border-parts.ts';
import type { Outline } from './outline.ts';

/** Rows of cells beside a border that show whether it is covered; the outermost one may show what lies behind. */
const [NEAREST, FARTHEST] = [1, 2];
const COVERED_SHARE = 0.5;
/** Fewer parts of two opposite sides do not say whether these show. */
const LEAST_PARTS = 2;

/**
 * How much of the border shows on the two opposite sides of which less does, where nothing covers it. What moves across a surface in
 * one direction, as on a screen, leaves the sides along it where they were.
 * @param level compared with the frame at the pose
 */
export function weakerSides({ shown, parts }: Outline, level: SurfaceLevel): number {
  let weaker = shown;
  for (const pair of [0, 1]) {
    const estimate = [...parts].flatMap(([part, value]) =>
      sideOf(part) % 2 === pair && !isCovered(level, part) ? [value] : [],
    );
    if (estimate.length < LEAST_PARTS) continue;
    weaker = Math.min(weaker, estimate.reduce((sum, value) => sum + value, 0) / estimate.length);
  }
  return weaker;
}

/** Whether most textured cells beside a part of the border do not fit. */
function isCovered({ grid, comparison, template }: SurfaceLevel, part: number): boolean {
  let [textured, fitting] = [0, 0];
  for (const cell of cellsBeside(grid, part)) {
    if (!comparison.seen[cell] || !((template.reliability[cell] as number) > LEAST_RELIABILITY)) continue;
    textured++;
    if ((comparison.correlation[cell] as number) >= FITTING_CORRELATION) fitting++;
  }
  return fitting < COVERED_SHARE * textured;
}

/** Sides run from corner to corner around the grid: to the right along its top, down its right side, and so on. */
function* cellsBeside({ columns, rows }: CellGrid, part: number): Generator<number> {
  const side = sideOf(part);
  const [along, across] = side % 2 === 0 ? [columns, rows] : [rows, columns];
  const third = part % PARTS_A_SIDE;
  for (let i = Math.floor((third * along) / PARTS_A_SIDE); i < ((third + 1) * along) / PARTS_A_SIDE; i++) {
    const place = side < 2 ? i : along - 1 - i;
    for (let depth = NEAREST; depth <= Math.min(FARTHEST, across - 1); depth++) {
      const inwards = side === 0 || side === 3 ? depth : across - 1 - depth;
      yield side % 2 === 0 ? inwards * columns + place : place * columns + inwards;
    }
  }
}
