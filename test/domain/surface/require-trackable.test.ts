import { expect, test } from 'vitest';
import { requireTrackable } from '../../../shared/domain/surface/require-trackable.ts';

/** A square whose corners lie at whole pixels, in fractions of the frame. */
const square = (left: number, side: number, { width, height }: { width: number; height: number }) =>
  [
    [left, 0],
    [left + side, 0],
    [left + side, side],
    [left, side],
  ].map(([x = 0, y = 0]) => ({ x: x / width, y: y / height }));

test.each([
  [1920, 1080],
  [854, 480],
  [641, 479],
])('sides of 16 pixels are accepted wherever they lie in %d × %d, and of 15.99 are not', (width, height) => {
  const video = { width, height, totalFrames: 1 };
  const mark = (left: number, side: number) =>
    requireTrackable({ name: 'Sign', frame: 0, corners: square(left, side, video) as never }, video);
  for (let left = 0; left + 16 <= width; left++) {
    expect(() => mark(left, 16)).not.toThrow();
    expect(() => mark(left, 15.99)).toThrow('at least 16 pixels apart');
  }
});
