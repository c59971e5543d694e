import { expect, test } from 'vitest';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { LikelyPairs } from '../../../shared/vision/camera/likely-pairs.ts';
import { IDENTITY, type Similarity } from '../../../shared/vision/camera/similarity.ts';

const box = (x: number, y: number, width = 40, height = 90): Box => ({ x, y, width, height });
/** The geometric mean of its sides. */
const SIZE = 60;

function pairsOf(earlier: readonly Box[], later: readonly Box[]): LikelyPairs {
  const pairs = new LikelyPairs(4);
  pairs.fill(earlier, later);
  return pairs;
}

/** Weights of the best pairs by the left border of the earlier box and the later one. */
function bestOf(pairs: LikelyPairs, motion: Similarity, reach: number) {
  const found: { from: number; to: number; weight: number }[] = [];
  pairs.bestMatches(motion, reach, (pair, weight) => {
    found.push({ from: pairs.from(pair).corners[0].x, to: pairs.to(pair).corners[0].x, weight });
  });
  return found;
}

test.each([
  ['width', 1.39, 1],
  ['width', 1.41, 0],
  ['width', 1 / 1.41, 0],
  ['height', 1.39, 1],
  ['height', 1.41, 0],
  ['height', 1 / 1.41, 0],
] as const)('boxes whose %s differs by a factor of %f make %i pairs', (side, factor, count) => {
  const one = box(0, 0);
  expect(pairsOf([one], [{ ...one, [side]: factor * one[side] }]).count).toBe(count);
});

test('the size of a pair is the geometric mean of the sides of its earlier box', () => {
  const pairs = pairsOf([box(0, 0)], [box(5, 5, 44, 99)]);
  expect(pairs.size(0)).toBeCloseTo(SIZE, 9);
  expect(pairs.from(0)).toMatchObject({ cx: 20, cy: 45 });
  expect(pairs.to(0).corners).toEqual([
    { x: 5, y: 5 },
    { x: 49, y: 104 },
  ]);
});

test('a pair weighs 1 where place and size agree, and a quarter where it is off by the reach or by the third part in size', () => {
  const weight = (later: Box, motion: Similarity): number =>
    bestOf(pairsOf([box(100, 100)], [later]), motion, 0.5)[0]?.weight ?? Number.NaN;
  expect(weight(box(130, 80), { scale: 1, x: -30, y: 20 })).toBe(1);
  expect(weight(box(100 + 0.5 * SIZE, 100), IDENTITY)).toBeCloseTo(1 / 4, 9);
  expect(weight(box(100, 100 - 0.5 * SIZE), IDENTITY)).toBeCloseTo(1 / 4, 9);
  // About its middle, both sides by exp(0.3).
  const grown = Math.exp(0.3);
  const around = (scale: number) => box(120 - 20 * scale, 145 - 45 * scale, 40 * scale, 90 * scale);
  expect(weight(around(grown), IDENTITY)).toBeCloseTo(1 / 4, 9);
  expect(weight(around(1 / grown), IDENTITY)).toBeCloseTo(1 / 4, 9);
  const back = { scale: 1 / grown, x: 120 * (1 - 1 / grown), y: 145 * (1 - 1 / grown) };
  expect(weight(around(grown), back)).toBeCloseTo(1, 9);
});

test('each later box has its best pair, the first of two that are as good, and one without pairs has none', () => {
  const pairs = pairsOf(
    [box(0, 0), box(200, 0), box(600, 0)],
    [box(190, 0), box(100, 0), box(0, 300, 9, 9), box(590, 0)],
  );
  expect(bestOf(pairs, IDENTITY, 0.5).map(({ from, to }) => [from, to])).toEqual([
    [200, 190],
    [0, 100],
    [600, 590],
  ]);
  expect(bestOf(pairsOf([box(0, 0)], [box(3, 0)]), IDENTITY, 0.5)).toHaveLength(1);
  expect(bestOf(pairsOf([], []), IDENTITY, 0.5)).toEqual([]);
});

test('motions that bring a box to places a size apart differ by one half, whichever way', () => {
  const pairs = pairsOf([box(0, 0)], [box(100, 200)]);
  expect(pairs.difference(IDENTITY, IDENTITY)).toBe(0);
  expect(pairs.difference(IDENTITY, { scale: 1, x: SIZE, y: 0 })).toBeCloseTo(1 / 2, 9);
  expect(pairs.difference({ scale: 1, x: 0, y: SIZE }, IDENTITY)).toBeCloseTo(1 / 2, 9);
  // The centre of the later box lies at (120, 245): a zoom takes it farther down than to the right.
  expect(pairs.difference({ scale: 1.1, x: -12, y: 0 }, IDENTITY)).toBeCloseTo(
    1 - 1 / (1 + (24.5 / SIZE) ** 2),
    9,
  );
  expect(pairs.difference({ scale: 1.1, x: 0, y: -24.5 }, IDENTITY)).toBeCloseTo(
    1 - 1 / (1 + (12 / SIZE) ** 2),
    9,
  );
  expect(pairsOf([], []).difference(IDENTITY, { scale: 2, x: 0, y: 0 })).toBe(0);
});
