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

/** @returns the smaller eigenvalue over the square whose first pixel is (x, y) */
function covariances({ width, height, data }: Plane, side: number): (x: number, y: number) => number {
  const gradientX = new Float64Array(width * height);
  const gradientY = new Float64Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      gradientX[i] = ((data[i + 1] as number) - (data[i - 1] as number)) / 2;
      gradientY[i] = ((data[i + width] as number) - (data[i - width] as number)) / 2;
    }
  }
  const productOf = (a: Float64Array, b: Float64Array): SummedArea =>
    new SummedArea(width, height, (y, row) => {
      for (let x = 0, i = y * width; x < width; x++, i++) row[x] = (a[i] as number) * (b[i] as number);
    });
  const xx = productOf(gradientX, gradientX);
  const xy = productOf(gradientX, gradientY);
  const yy = productOf(gradientY, gradientY);
  return (x, y) => {
    const pixels = side ** 2;
    const a = xx.sum(x, y, side) / pixels;
    const b = xy.sum(x, y, side) / pixels;
    const c = yy.sum(x, y, side) / pixels;
    return (a + c - Math.sqrt((a - c) ** 2 + 4 * b * b)) / 2;
  };
}
