import { expect, test } from 'vitest';
import { type Corners, cornersOf, rectangleTo } from '../../../../shared/kernel/geometry/homography.ts';
import { isPlausible, shapeChange } from '../../../../shared/vision/planar/alignment/shape-change.ts';

const MARKED: Corners = [100, 100, 300, 110, 290, 250, 105, 240];
const mapTo = (corners: Corners) => {
  const map = rectangleTo(corners, 1, 1);
  if (!map) throw new Error('The corners have no area.');
  return map;
};
const from = mapTo(MARKED);
const changeTo = (corners: Corners) => shapeChange(from, cornersOf(from, 1, 1), mapTo(corners));
const moved = (move: (x: number, y: number) => [number, number]): Corners =>
  [0, 2, 4, 6].flatMap((i) => move(MARKED[i] as number, MARKED[i + 1] as number)) as unknown as Corners;

test('a shift, a turn and a zoom change nothing but the zoom', () => {
  const { depth, squeeze, zoom } = changeTo(moved((x, y) => [40 + 2 * y, 7 - 2 * x]));
  expect(depth).toBeCloseTo(1, 9);
  expect(squeeze).toBeCloseTo(1, 9);
  expect(zoom).toBeCloseTo(2, 9);
});

test('a surface that is turned away is squeezed by the cosine', () => {
  const change = changeTo(moved((x, y) => [x * Math.cos(1.3), y]));
  expect(change.squeeze).toBeCloseTo(1 / Math.cos(1.3), 9);
  expect(isPlausible(change)).toBe(true);
  expect(isPlausible(changeTo(moved((x, y) => [x * 0.1, y])))).toBe(false);
});

test('a corner that is drawn out far beyond the others is no picture of a flat surface', () => {
  const drawnOut: Corners = [100, 100, 300, -9000, 290, 250, 105, 240];
  expect(isPlausible(changeTo(drawnOut))).toBe(false);
});
