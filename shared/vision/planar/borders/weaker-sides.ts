import type { CellGrid } from '../template/cell-grid.ts';
import { FITTING_CORRELATION } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { LEAST_RELIABILITY } from '../template/template.ts';
import { PARTS_A_SIDE, sideOf } from './border-parts.ts';
import { weakerPair } from './opposite-sides.ts';
import type { Outline } from './outline.ts';

/** Rows of cells beside a border that show whether it is covered; the outermost one may show what lies behind. */
const [NEAREST, FARTHEST] = [1, 2];
const COVERED_SHARE = 0.5;

/**
 * How much of the border shows on the two opposite sides of which less does, where nothing covers it.
 * @param level compared with the frame at the pose
 */
export const weakerSides = (outline: Outline, level: SurfaceLevel): number =>
  weakerPair(outline, (part) => !isCovered(level, part));

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
