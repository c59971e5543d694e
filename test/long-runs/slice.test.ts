import { expect, test } from 'vitest';
import { parseSlice, portionOf, shareOf, sliceName } from '../support/faults/slice.ts';

test.each([1, 2, 3, 7, 50])(
  'the slices of %i are all of it, each piece once, and differ by one at most',
  (count) => {
    const items = Array.from({ length: 40 }, (_, i) => i);
    const slices = Array.from({ length: count }, (_, index) => ({ index, count }));
    const portions = slices.map((slice) => portionOf(slice, items));
    expect(portions.flat().toSorted((a, b) => a - b)).toEqual(items);
    const sizes = portions.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(slices.map((slice) => shareOf(slice, items.length))).toEqual(sizes);
  },
);

test('a slice is named by its number and the count', () => {
  expect(sliceName(parseSlice('3/8'))).toBe('3/8');
  for (const text of ['0/8', '9/8', '3', '3/', '/8', '-1/8', '1.5/8', '']) {
    expect(() => parseSlice(text)).toThrow('A slice is K/N');
  }
});
