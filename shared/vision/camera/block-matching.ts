import { SummedArea } from '../picture/summed-area.ts';
import type { Point } from './corners.ts';
import type { Plane } from './luma-pyramid.ts';

/** A place where a block of another picture may be, and how alike the two are: their correlation, up to 1. */
interface BlockMatch extends Point {
  readonly correlation: number;
}

/** Blocks that correlate less show different things. */
const MIN_CORRELATION = 0.75;
/** Contrasts of two pictures of one thing differ by less than this factor: blur and exposure change. */
const CONTRAST_RATIO = 3;
/** Repeated patterns match in more places. */
const MAX_MATCHES = 3;

/**
 * Finds blocks of one picture in another by exhaustive search: the peaks of the normalised cross-correlation (Lewis,
 * "Fast normalized cross-correlation", 1995), which changes of exposure do not touch.
 * @param side of a block in pixels
 * @param reach largest shift, as a share of the picture's width and height
 * @returns a function that finds, for the centre of a block in `picture`, the centres of matching blocks in `where`, best
 *   first
 */
export function blockMatcher(
  where: Plane,
  picture: Plane,
  side: number,
  reach: number,
): (middle: Point) => BlockMatch[] {
  const { width, height } = where;
  const [across, down] = [Math.max(0, width - side + 1), Math.max(0, height - side + 1)];
  const deviation = deviations(where, side);
  const [reachX, reachY] = [Math.floor(reach * width), Math.floor(reach * height)];
  const block = new Float32Array(side * side);
  const correlation = new Float32Array(across * down);

  return (middle) => {
    const [left, top] = [Math.round(middle.x - side / 2), Math.round(middle.y - side / 2)];
    const contrast = takeBlock(picture, left, top, side, block);
    const [x0, x1] = [Math.max(0, left - reachX), Math.min(across - 1, left + reachX)];
    const [y0, y1] = [Math.max(0, top - reachY), Math.min(down - 1, top + reachY)];
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const other = deviation[y * across + x] as number;
        const alike = other * CONTRAST_RATIO > contrast && other < contrast * CONTRAST_RATIO;
        correlation[y * across + x] = alike ? product(where, x, y, block, side) / (contrast * other) : 0;
      }
    }
    const matches: BlockMatch[] = [];
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const value = correlation[y * across + x] as number;
        if (value < MIN_CORRELATION) continue;
        let peak = true;
        for (let v = Math.max(y0, y - 1); v <= Math.min(y1, y + 1) && peak; v++)
          for (let u = Math.max(x0, x - 1); u <= Math.min(x1, x + 1); u++)
            if ((correlation[v * across + u] as number) > value) peak = false;
        if (peak) matches.push({ x: x + side / 2, y: y + side / 2, correlation: value });
      }
    }
    return matches.sort((a, b) => b.correlation - a.correlation).slice(0, MAX_MATCHES);
  };
}

/** Copies a block less its mean; returns the root of the sum of its squares. */
function takeBlock(
  { width, data }: Plane,
  left: number,
  top: number,
  side: number,
  into: Float32Array,
): number {
  let sum = 0;
  for (let i = 0; i < into.length; i++) {
    const value = data[(top + Math.floor(i / side)) * width + left + (i % side)] as number;
    into[i] = value;
    sum += value;
  }
  let squares = 0;
  for (let i = 0; i < into.length; i++) {
    const value = (into[i] as number) - sum / into.length;
    into[i] = value;
    squares += value * value;
  }
  return Math.sqrt(squares);
}

/** Sum of the products of a block's values and those of the picture at (x, y). */
function product({ width, data }: Plane, x: number, y: number, block: Float32Array, side: number): number {
  let sum = 0;
  let i = 0;
  for (let v = 0; v < side; v++) {
    const row = (y + v) * width + x;
    for (let u = 0; u < side; u++, i++) sum += (block[i] as number) * (data[row + u] as number);
  }
  return sum;
}

/** For every block of the picture the root of the sum of its squared deviations from its mean. */
function deviations({ width, height, data }: Plane, side: number): Float32Array {
  const [across, down] = [Math.max(0, width - side + 1), Math.max(0, height - side + 1)];
  const values = SummedArea.of(width, height, (y, row) => {
    for (let x = 0, i = y * width; x < width; x++, i++) row[x] = data[i] as number;
  });
  const squares = SummedArea.of(width, height, (y, row) => {
    for (let x = 0, i = y * width; x < width; x++, i++) row[x] = (data[i] as number) ** 2;
  });
  const result = new Float32Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      result[y * across + x] = Math.sqrt(
        Math.max(0, squares.sum(x, y, side) - values.sum(x, y, side) ** 2 / side ** 2),
      );
  return result;
}
