/** Width and height of a box or a picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * An axis-aligned bounding box: left, top, width, height. Pixels of the displayed frame (after rotation and
 * pixel aspect ratio), origin at the top-left corner of the top-left pixel, unless a docstring says fractions.
 */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The area two boxes share, in squared units of the boxes. */
export function intersection(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union of two boxes in [0, 1]; 0 when both are empty. */
export const iou = (a: Box, b: Box): number => iouOf(intersection(a, b), a, b);

/** Intersection over union of two boxes whose intersection is known, in [0, 1]; 0 when both are empty. */
export function iouOf(shared: number, a: Size, b: Size): number {
  const union = a.width * a.height + b.width * b.height - shared;
  return union > 0 ? shared / union : 0;
}

/** The box through two opposite corners, clipped to `[0, frameWidth] × [0, frameHeight]`. */
export function boxFromCorners(
  left: number,
  top: number,
  right: number,
  bottom: number,
  frameWidth: number,
  frameHeight: number,
): Box {
  const x = clamp(left, frameWidth);
  const y = clamp(top, frameHeight);
  return {
    x,
    y,
    width: Math.max(0, clamp(right, frameWidth) - x),
    height: Math.max(0, clamp(bottom, frameHeight) - y),
  };
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);
