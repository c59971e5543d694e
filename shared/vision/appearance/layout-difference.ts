import { CELL_BYTES, CELLS, HIDDEN, LAYOUT_BYTES } from './colour-layout.ts';

/** The mean of several colour layouts, byte by byte; NaN in cells that all of them hide. */
export type MeanLayout = readonly number[];

export const meanLayout = (layouts: readonly Uint8Array[]): MeanLayout =>
  Array.from({ length: LAYOUT_BYTES }, (_, i) => meanOf(layouts, i));

function meanOf(layouts: readonly Uint8Array[], i: number): number {
  let sum = 0;
  let count = 0;
  for (const layout of layouts) {
    if (layout[i] === HIDDEN) continue;
    sum += layout[i] as number;
    count++;
  }
  return sum / count;
}

/** By how many bytes two views of one object usually differ, in a cell less the whole, and as a whole. */
const USUAL_IN_CELL = [6, 8, 8, 8] as const;
const USUAL_AS_WHOLE = [7.5, 6.7, 6.7] as const;

/** Too little is seen of both objects where fewer cells are visible in both. */
const MIN_COMMON_CELLS = CELLS / 2;
/** Below this, differences are those of the detector's boxes. */
const LEAST = 0.1;

/**
 * The logarithm of the root mean square difference, of which 1 is usual between two views of one object. The light on
 * the object changes all cells alike, so what they have in common counts as much as one cell.
 * @returns undefined where too little is visible in both
 */
export function layoutDifference(a: MeanLayout, b: MeanLayout): number | undefined {
  const sums = [0, 0, 0, 0];
  const squares = [0, 0, 0, 0];
  let cells = 0;
  for (let at = 0; at < LAYOUT_BYTES; at += CELL_BYTES) {
    if (Number.isNaN((a[at] as number) - (b[at] as number))) continue;
    cells++;
    for (let k = 0; k < CELL_BYTES; k++) {
      const difference = (a[at + k] as number) - (b[at + k] as number);
      sums[k] = (sums[k] as number) + difference;
      squares[k] = (squares[k] as number) + difference ** 2;
    }
  }
  if (cells < MIN_COMMON_CELLS) return undefined;
  let [inCells, asWhole] = [0, 0];
  USUAL_IN_CELL.forEach((usual, k) => {
    const common = USUAL_AS_WHOLE[k];
    const mean = common === undefined ? 0 : (sums[k] as number) / cells;
    inCells += Math.max(0, (squares[k] as number) / cells - mean ** 2) / usual ** 2;
    if (common !== undefined) asWhole += (mean / common) ** 2;
  });
  const values = LAYOUT_BYTES + USUAL_AS_WHOLE.length;
  return Math.log(LEAST + Math.sqrt((CELLS * inCells + asWhole) / values));
}
