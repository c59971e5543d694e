import { expect, test } from 'vitest';
import { runningMedian } from '../../../shared/vision/tracking/running-median.ts';

const { NaN: missing } = Number;
const of = (...values: number[]): number[] => [...runningMedian(Float64Array.from(values))];

test('one or two wrong values in a row leave no trace, a step stays where it is', () => {
  expect(of(1, 1, 1, 9, 1, 1, 1).slice(1, -1)).toEqual([1, 1, 1, 1, 1]);
  expect(of(1, 1, 1, 9, 7, 1, 1, 1).slice(1, -1)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(of(1, 1, 1, 1, 5, 5, 5, 5).slice(1, -1)).toEqual([1, 1, 1, 5, 5, 5]);
});

test('steady changes keep their values, up or down', () => {
  const rising = [0, 2, 4, 6, 8, 10, 12];
  expect(of(...rising).slice(1, -1)).toEqual(rising.slice(1, -1));
  expect(of(...rising.toReversed()).slice(1, -1)).toEqual(rising.toReversed().slice(1, -1));
});

test('values at ends and beside missing ones stay, those with one known neighbour on both sides have the median of three', () => {
  expect(of(4, 2, 3, 9, 1, missing, 5, 6)).toEqual([4, 3, 3, 3, 1, missing, 5, 6]);
  expect(of()).toEqual([]);
  expect(of(1)).toEqual([1]);
});

test('it is the median that sorting gives', () => {
  const values = Array.from({ length: 200 }, (_, k) => (k * 7919) % 211);
  const sorted = values.map((_, k) => values.slice(k - 2, k + 3).toSorted((a, b) => a - b)[2]);
  expect(of(...values).slice(2, -2)).toEqual(sorted.slice(2, -2));
});
