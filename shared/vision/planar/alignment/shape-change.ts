import {
  type Corners,
  type Homography,
  inverse,
  multiply,
  project,
} from '../../../kernel/geometry/homography.ts';

/** How the picture of a surface differs from that in another frame; 1 everywhere where it is only shifted and turned. */
interface ShapeChange {
  /** The greatest depth of a corner over the least, relative to the other frame; infinite beyond the horizon. */
  readonly depth: number;
  /** The greater stretch of the surface's middle over the smaller one, at right angles to it. */
  readonly squeeze: number;
  /** Factor of its size, along a line. */
  readonly zoom: number;
}

/** A plane seen at 80° is squeezed by 6; a corner that is four times as far away as another needs a wide lens close by. */
const MOST = { depth: 4, squeeze: 8, zoom: 16 } as const;

/**
 * @param from, to maps of one grid to two frames
 * @param corners of the surface in the first
 */
export function shapeChange(from: Homography, corners: Corners, to: Homography): ShapeChange {
  const change = multiply(to, inverse(from));
  const middle = [0, 0];
  project(from, 0, 0, middle);
  const [x, y] = middle as [number, number];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = change;
  const atMiddle = g * x + h * y + i;
  let [least, most] = [1, 1];
  for (let k = 0; k < 8; k += 2) {
    const depth = (g * (corners[k] as number) + h * (corners[k + 1] as number) + i) / atMiddle;
    if (!(depth > 0)) return { depth: Number.POSITIVE_INFINITY, squeeze: 1, zoom: 1 };
    least = Math.min(least, depth);
    most = Math.max(most, depth);
  }
  const [u, v] = [(a * x + b * y + c) / atMiddle, (d * x + e * y + f) / atMiddle];
  const [p, q] = [(a - g * u) / atMiddle, (b - h * u) / atMiddle];
  const [r, s] = [(d - g * v) / atMiddle, (e - h * v) / atMiddle];
  // Singular values of (p q; r s): half the sum and half the difference of these two.
  const [sum, difference] = [Math.hypot(p + s, q - r), Math.hypot(p - s, q + r)];
  const [greater, smaller] = [(sum + difference) / 2, Math.abs(sum - difference) / 2];
  return { depth: most / least, squeeze: greater / smaller, zoom: Math.sqrt(greater * smaller) };
}

/** Whether a camera can see a flat and rigid surface so. */
export const isPlausible = ({ depth, squeeze, zoom }: ShapeChange): boolean =>
  depth < MOST.depth && squeeze < MOST.squeeze && zoom < MOST.zoom && zoom > 1 / MOST.zoom;
