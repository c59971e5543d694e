import type { Plane } from './luma-pyramid.ts';

/** A point of a picture, in its pixels, from the top-left corner of the first one. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Weaker texture, in squared levels per pixel, is noise. */
const MIN_EIGENVALUE = 2;

/**
 * Points whose surroundings can be told from all neighbouring ones: the smaller eigenvalue of the gradients' covariance
 * over a square is large (Shi and Tomasi, "Good features to track", CVPR 1994). The best of each cell of a grid, so
 * that they are spread over the picture. Where there is no texture there is none.
 * @param side of the square in pixels; it lies inside the picture
 * @returns middles of the squares, row by row
 */
export function corners(plane: Plane, side: number, columns: number, rows: number): Point[] {
  const { width, height } = plane;
  const eigenvalue = smallerEigenvalues(plane, side);
  const [across, down] = [width - side - 1, height - side - 1];
  if (across < 1 || down < 1) return [];
  const points: Point[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let best = MIN_EIGENVALUE;
      let point: Point | undefined;
      for (let y = Math.ceil((row * down) / rows); y < ((row + 1) * down) / rows; y++) {
        for (let x = Math.ceil((column * across) / columns); x < ((column + 1) * across) / columns; x++) {
          const value = eigenvalue[y * across + x] as number;
          if (value <= best) continue;
          best = value;
          point = { x: x + 1 + side / 2, y: y + 1 + side / 2 };
        }
      }
      if (point) points.push(point);
    }
  }
  return points;
}

/** For every square that has a margin of one pixel; the first is that with its corner at (1, 1). */
function smallerEigenvalues({ width, height, data }: Plane, side: number): Float32Array {
  const [across, down] = [Math.max(0, width - side - 1), Math.max(0, height - side - 1)];
  const sums = [0, 1, 2].map(() => new Float64Array(width * height)) as [Float64Array, Float64Array, Float64Array];
  const [xx, xy, yy] = sums;
  for (let y = 1; y < height - 1; y++) {
    let [rowXx, rowXy, rowYy] = [0, 0, 0];
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const dx = ((data[i + 1] as number) - (data[i - 1] as number)) / 2;
      const dy = ((data[i + width] as number) - (data[i - width] as number)) / 2;
      rowXx += dx * dx;
      rowXy += dx * dy;
      rowYy += dy * dy;
      xx[i] = (xx[i - width] as number) + rowXx;
      xy[i] = (xy[i - width] as number) + rowXy;
      yy[i] = (yy[i - width] as number) + rowYy;
    }
  }
  const within = (sum: Float64Array, x: number, y: number): number => {
    const [top, bottom] = [y * width + x, (y + side) * width + x];
    return (
      ((sum[bottom + side] as number) - (sum[bottom] as number) - (sum[top + side] as number) + (sum[top] as number)) /
      side ** 2
    );
  };
  const values = new Float32Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [a, b, c] = [within(xx, x, y), within(xy, x, y), within(yy, x, y)];
      values[y * across + x] = (a + c - Math.sqrt((a - c) ** 2 + 4 * b * b)) / 2;
    }
  }
  return values;
}
