import type { Box } from './box.ts';
import type { Point } from './polygon.ts';

/** The box `share` of the way from one box to another; 0 gives the first, 1 the second. */
export const interpolate = (from: Box, to: Box, share: number): Box => ({
  x: mix(from.x, to.x, share),
  y: mix(from.y, to.y, share),
  width: mix(from.width, to.width, share),
  height: mix(from.height, to.height, share),
});

/** The point `share` of the way from one to another. */
export const interpolatePoint = (from: Point, to: Point, share: number): Point => ({
  x: mix(from.x, to.x, share),
  y: mix(from.y, to.y, share),
});

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
