import { expect, test } from 'vitest';
import { fastCorners } from '../../../../shared/vision/planar/finding/fast-corners.ts';

const SIDE = 15;
const MIDDLE = 7;
const AROUND = [
  [0, -3],
  [1, -3],
  [2, -2],
  [3, -1],
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 3],
  [0, 3],
  [-1, 3],
  [-2, 2],
  [-3, 1],
  [-3, 0],
  [-3, -1],
  [-2, -2],
  [-1, -3],
] as const;

/** Of a grey picture in which some neighbouring pixels of the circle around its middle have another level. */
const cornersWith = (first: number, count: number, level: number) => {
  const data = new Float32Array(SIDE * SIDE).fill(100);
  for (let i = first; i < first + count; i++) {
    const [x, y] = AROUND[i % 16] as readonly [number, number];
    data[(MIDDLE + y) * SIDE + MIDDLE + x] = level;
  }
  return fastCorners({ width: SIDE, height: SIDE, data }, [0, 0, SIDE, SIDE], 100);
};
const isFound = (first: number, count: number, level: number): boolean =>
  cornersWith(first, count, level).some(({ x, y }) => x === MIDDLE && y === MIDDLE);

test.each([60, 140])(
  'nine pixels of level %d in a row around another level are a corner, eight are not',
  (level) => {
    for (let first = 0; first < 16; first++) {
      expect(isFound(first, 9, level)).toBe(true);
      expect(isFound(first, 8, level)).toBe(false);
    }
  },
);

test('a difference of no more than the threshold is noise', () => {
  expect(isFound(0, 12, 108)).toBe(false);
  expect(isFound(0, 12, 109)).toBe(true);
});

test('a corner scores by the excess over the threshold', () => {
  const corner = cornersWith(3, 9, 130).find(({ x, y }) => x === MIDDLE && y === MIDDLE);
  expect(corner?.score).toBe(9 * (30 - 8));
});
