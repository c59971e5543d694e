import type { Box } from './box.ts';

/** The box `share` of the way from one box to another; 0 gives the first, 1 the second. */
export function between(from: Box, to: Box, share: number): Box {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}
