import { iouOf, type Size } from './box.ts';

/** A bounding box by its centre (`cx`, `cy`) and its size, in any one unit. */
export interface CentredBox extends Size {
  readonly cx: number;
  readonly cy: number;
}

/** The area two boxes share, in squared units of the boxes. */
export function centredIntersection(a: CentredBox, b: CentredBox): number {
  const width = overlap(a.cx, a.width, b.cx, b.width);
  if (width <= 0) return 0;
  const height = overlap(a.cy, a.height, b.cy, b.height);
  return height <= 0 ? 0 : width * height;
}

/** Intersection over union of two boxes in [0, 1]. */
export function centredIou(a: CentredBox, b: CentredBox): number {
  const shared = centredIntersection(a, b);
  return shared === 0 ? 0 : iouOf(shared, a, b);
}

/** IoU of the vertical extents alone, in [0, 1]. */
export function verticalIou(a: CentredBox, b: CentredBox): number {
  const shared = overlap(a.cy, a.height, b.cy, b.height);
  return shared > 0 ? shared / (a.height + b.height - shared) : 0;
}

/** Distance of the centres of two boxes in box heights, of which it takes the geometric mean. */
export function distanceInHeights(a: CentredBox, b: CentredBox): number {
  const x = a.cx - b.cx;
  const y = a.cy - b.cy;
  return Math.sqrt((x * x + y * y) / (a.height * b.height));
}

/** Length that two intervals share, each given by its centre and length; negative when they are apart. */
const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.min(a + aLength / 2, b + bLength / 2) - Math.max(a - aLength / 2, b - bLength / 2);
