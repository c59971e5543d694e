import { expect, test } from 'vitest';
import { splitAt } from '../../../shared/vision/tracking/split-at.ts';

const split = (items: number[], boundaries: number[]) =>
  splitAt(items, boundaries, (item, boundary) => item > boundary);

test('the parts are what lies before, between and after the boundaries', () => {
  expect(split([1, 2, 5, 6, 9], [3, 8])).toEqual([[1, 2], [5, 6], [9]]);
  expect(split([1, 2], [])).toEqual([[1, 2]]);
});

test('a part may be empty', () => {
  expect(split([1, 9], [0, 4, 5, 10])).toEqual([[], [1], [], [9], []]);
  expect(split([], [3])).toEqual([[], []]);
});
