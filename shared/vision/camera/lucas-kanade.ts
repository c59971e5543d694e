import type { Point } from './corners.ts';
import type { Plane } from './luma-pyramid.ts';
import type { Similarity } from './similarity.ts';

/** Half the side of the square that is followed, less half a pixel, in pixels. */
const RADIUS = 3;
const SIDE = 2 * RADIUS + 1;
const MAX_STEPS = 6;
/** Pixels; a step shorter than this is the last. */
const LAST_STEP = 0.02;
/** Pixels; what ends farther from where it was expected has been lost. */
const MAX_CORRECTION = 3;
/** Two squares that correlate less show different things. */
const MIN_CORRELATION = 0.85;

/** The normalized surroundings of a point, and how they change along both axes. */
interface Template {
  readonly point: Point;
  readonly values: Float32Array;
  readonly dx: Float32Array;
  readonly dy: Float32Array;
  /** Sums of dx², dx·dy and dy². */
  readonly hessian: readonly [xx: number, xy: number, yy: number];
}

/**
 * Follows the surroundings of a point of one picture into another, starting where `motion` predicts them: Lucas and Kanade
 * (1981) in its inverse compositional form (Baker and Matthews, IJCV 2004), for a shift. Brightness and contrast do not matter, and
 * the zoom of `motion` is taken as given.
 * @returns where they are; empty when they are not found
 */
export function follow(where: Plane, template: Template, motion: Similarity): [] | [Point] {
  const { point, values, dx, dy } = template;
  const [xx, xy, yy] = template.hessian;
  const determinant = xx * yy - xy * xy;
  if (determinant <= 0) return [];
  const start = { x: motion.scale * point.x + motion.x, y: motion.scale * point.y + motion.y };
  const { scale } = motion;
  const found = new Float32Array(SIDE * SIDE);
  let { x, y } = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    sample(where, x, y, scale, RADIUS, found);
    normalize(found);
    let [bx, by] = [0, 0];
    for (let i = 0; i < found.length; i++) {
      const difference = (found[i] as number) - (values[i] as number);
      bx += difference * (dx[i] as number);
      by += difference * (dy[i] as number);
    }
    const stepX = (scale * (yy * bx - xy * by)) / determinant;
    const stepY = (scale * (xx * by - xy * bx)) / determinant;
    x -= stepX;
    y -= stepY;
    if (!((x - start.x) ** 2 + (y - start.y) ** 2 < MAX_CORRECTION ** 2)) return [];
    if (stepX ** 2 + stepY ** 2 < LAST_STEP ** 2) break;
  }
  if (x < 0 || y < 0 || x > where.width || y > where.height) return [];
  sample(where, x, y, scale, RADIUS, found);
  normalize(found);
  return product(values, found) < MIN_CORRELATION ? [] : [{ x, y }];
}

/** What `follow` looks for: the surroundings of `point` in `picture`. */
export function templateAt(picture: Plane, point: Point): Template {
  const side = SIDE + 2;
  const around = new Float32Array(side * side);
  sample(picture, point.x, point.y, 1, RADIUS + 1, around);
  const [values, dx, dy] = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 0; i < values.length; i++) {
    const at = (Math.floor(i / SIDE) + 1) * side + (i % SIDE) + 1;
    values[i] = around[at] as number;
    dx[i] = ((around[at + 1] as number) - (around[at - 1] as number)) / 2;
    dy[i] = ((around[at + side] as number) - (around[at - side] as number)) / 2;
  }
  const norm = normalize(values);
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < values.length && norm > 0; i++) {
    const [gx, gy] = [(dx[i] as number) / norm, (dy[i] as number) / norm];
    dx[i] = gx;
    dy[i] = gy;
    xx += gx * gx;
    xy += gx * gy;
    yy += gy * gy;
  }
  return { point, values, dx, dy, hessian: [xx, xy, yy] };
}

/**
 * The values of a square around (x, y) whose points are `scale` pixels apart: bilinear between the middles of the
 * pixels; the outermost go on outside the picture.
 */
function sample(
  { width, height, data }: Plane,
  x: number,
  y: number,
  scale: number,
  radius: number,
  into: Float32Array,
): void {
  let i = 0;
  for (let row = -radius; row <= radius; row++) {
    const v = Math.min(height - 1, Math.max(0, y + scale * row - 0.5));
    const top = Math.min(height - 2, Math.floor(v));
    const down = v - top;
    for (let column = -radius; column <= radius; column++) {
      const u = Math.min(width - 1, Math.max(0, x + scale * column - 0.5));
      const left = Math.min(width - 2, Math.floor(u));
      const right = u - left;
      const at = top * width + left;
      const above = (data[at] as number) * (1 - right) + (data[at + 1] as number) * right;
      const below = (data[at + width] as number) * (1 - right) + (data[at + width + 1] as number) * right;
      into[i++] = above * (1 - down) + below * down;
    }
  }
}

const product = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
};

/** Takes the mean off all values and divides them by the root of their summed squares, which is returned. */
function normalize(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  const mean = sum / values.length;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) - mean;
  const norm = Math.sqrt(product(values, values));
  if (norm > 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / norm;
  return norm;
}
