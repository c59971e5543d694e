import type { Box } from './box.ts';

/** The box `share` of the way from one box to another; 0 gives the first, 1 the second. */
export const interpolate = (from: Box, to: Box, share: number): Box => ({
  x: mix(from.x, to.x, share),
  y: mix(from.y, to.y, share),
  width: mix(from.width, to.width, share),
  height: mix(from.height, to.height, share),
});

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
