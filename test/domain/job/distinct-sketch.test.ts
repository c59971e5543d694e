import { expect, test } from 'vitest';
import { EMPTY_SKETCH, MOST, refreshed, remembered } from '../../../shared/domain/job/distinct-sketch.ts';

const MEMORY = { seconds: 60, perMember: 0 };
const NOW = 1000;

/** Places, evenly distributed, that were all seen at one time. */
const places = (count: number, at: number) =>
  new Map(
    Array.from({ length: count }, (_, i) => [
      Math.floor((i * 2 ** 24) / count)
        .toString(16)
        .padStart(6, '0'),
      at,
    ]),
  );

const names = (entries: readonly [string, number][]) => entries.map(([place]) => place);

test('what was seen lately counts, though it was seen before the rounds that are looked at', () => {
  const sketch = { rate: 1, seen: { aaaaaa: 990, bbbbbb: 941, cccccc: 939 } };
  expect(names(remembered(sketch, NOW, { ...MEMORY, perMember: 10, since: 995 }))).toEqual([
    'aaaaaa',
    'bbbbbb',
  ]);
  expect(names(remembered(sketch, NOW, { ...MEMORY, perMember: 10, since: 0 }))).toHaveLength(3);
});

test('the rate falls by halves with too many, and rises with few', () => {
  const many = refreshed(EMPTY_SKETCH, places(4 * MOST, NOW), NOW, { ...MEMORY, every: 20 });
  expect(many?.rate).toBe(1 / 4);
  expect(Object.keys(many?.seen ?? {})).toHaveLength(MOST);
  const unsampled = new Map([['ffffff', NOW + 100]]);
  const few = refreshed(many ?? EMPTY_SKETCH, unsampled, NOW + 100, { ...MEMORY, every: 20 });
  expect(few).toEqual({ rate: 1, seen: { ffffff: NOW + 100 } });
});

test('nothing is stored of what the rate leaves out, or what was stored less than an interval ago', () => {
  const many = refreshed(EMPTY_SKETCH, places(2 * MOST, NOW), NOW, { ...MEMORY, every: 20 }) ?? EMPTY_SKETCH;
  const later = (seconds: number, place: string) =>
    refreshed(many, new Map([[place, NOW + seconds]]), NOW + seconds, { ...MEMORY, every: 20 });
  expect(later(30, 'ffffff')).toBeNull();
  expect(later(19, '000000')).toBeNull();
  expect(later(20, '000000')?.seen['000000']).toBe(NOW + 20);
});

test.each([
  [23, 1],
  [24, undefined],
])('at half the rate, %i are few: the rate after a place beyond it is %s', (count, rate) => {
  const seen = Object.fromEntries([...places(2 * count, NOW)].slice(0, count));
  const later = refreshed({ rate: 1 / 2, seen }, new Map([['ffffff', NOW]]), NOW, { ...MEMORY, every: 20 });
  expect(later?.rate).toBe(rate);
});
