import { SummedArea } from '../picture/summed-area.ts';
import type { Plane } from './luma-pyramid.ts';

/** A point of a picture, in its pixels, from the top-left corner of the first one. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Weaker texture, in squared levels per pixel, is noise. */
const MIN_EIGENVALUE = 2;
/** Pixels between the squares that are examined. */
const STEP_PIXELS = 2;

/**
 * Points whose surroundings differ from all neighbouring ones: the smaller eigenvalue of the gradients' covariance
 * over a square is large (Shi and Tomasi, "Good features to track", CVPR 1994). The best of each cell of a grid is taken, so
 * that they are spread over the picture; cells without texture give none.
 * @param side of the square in pixels; it lies inside the picture
 * @param allowed which points may be taken
 * @returns centres of the squares, cell by cell
 */
export function corners(
  plane: Plane,
  side: number,
  [columns, rows]: readonly [number, number],
  allowed: (point: Point) => boolean,
): Point[] {
  const covariance = covariances(plane, side);
  const best = new Map<number, { readonly point: Point; readonly value: number }>();
  // Gradients need a margin of one pixel.
  const [across, down] = [plane.width - side - 1, plane.height - side - 1];
  for (let top = 0; top < down; top += STEP_PIXELS) {
    for (let left = 0; left < across; left += STEP_PIXELS) {
      const cell = Math.floor((top * rows) / down) * columns + Math.floor((left * columns) / across);
      const value = covariance(left + 1, top + 1);
      if (value <= (best.get(cell)?.value ?? MIN_EIGENVALUE)) continue;
      const point = { x: left + 1 + side / 2, y: top + 1 + side / 2 };
      if (allowed(point)) best.set(cell, { point, value });
    }
  }
  return Array.from(best.values(), ({ point }) => point);
}

/** Sums of products of gradients. Each fills more memory than all else that is made of a picture, so they are refilled. */
const [xx, xy, yy] = [new SummedArea(), new SummedArea(), new SummedArea()];

/** @returns the smaller eigenvalue over the square whose first pixel is (x, y); valid until the next call */
function covariances({ width, height, data }: Plane, side: number): (x: number, y: number) => number {
  /** @param a distance in memory of the pixels between which the gradient is taken, and of those of the other gradient */
  const sumProducts = (sums: SummedArea, a: number, b: number): void =>
    sums.fill(width, height, (y, row) => {
      row.fill(0);
      if (y === 0 || y === height - 1) return;
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        const gradientA = ((data[i + a] as number) - (data[i - a] as number)) / 2;
        const gradientB = ((data[i + b] as number) - (data[i - b] as number)) / 2;
        row[x] = gradientA * gradientB;
      }
    });
  sumProducts(xx, 1, 1);
  sumProducts(xy, 1, width);
  sumProducts(yy, width, width);
  return (x, y) => {
    const pixels = side ** 2;
    const a = xx.sum(x, y, side) / pixels;
    const b = xy.sum(x, y, side) / pixels;
    const c = yy.sum(x, y, side) / pixels;
    return (a + c - Math.sqrt((a - c) ** 2 + 4 * b * b)) / 2;
  };
}
