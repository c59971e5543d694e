import { expect, test } from 'vitest';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { CommonShifts } from '../../../shared/vision/camera/common-shifts.ts';
import { LikelyPairs } from '../../../shared/vision/camera/likely-pairs.ts';

/** People of one size, no two pairs of them equally far apart. */
const people: readonly Box[] = [0, 410, 1030, 1830, 2890, 4100, 5500].map((x) => ({
  x,
  y: 50,
  width: 40,
  height: 100,
}));
const moved = (by: (index: number) => number): Box[] =>
  people.map((box, i) => ({ ...box, x: box.x + by(i) }));

const pairs = new LikelyPairs(people.length);
const shifts = new CommonShifts(people.length ** 2);
function shiftsBetween(before: readonly Box[], after: readonly Box[]): number[] {
  pairs.fill(before, after);
  return shifts.of(pairs).map(({ x }) => x);
}

test('the shift of most boxes comes first, then that of the others; no two of them are near each other', () => {
  const found = shiftsBetween(
    people,
    moved((i) => (i < 4 ? 150 : -70)),
  );
  expect(found.slice(0, 2)).toEqual([-150, 70]);
  // Half the geometric mean of the sides.
  const reach = Math.sqrt(40 * 100) / 2;
  for (const [i, x] of found.entries()) {
    for (const other of found.slice(i + 1)) expect(Math.abs(x - other)).toBeGreaterThan(reach);
  }
});

test('a frame of fewer boxes has its own shifts, whatever frames went before', () => {
  const few = people.slice(0, 2);
  const after = moved(() => 55).slice(0, 2);
  const alone = shiftsBetween(few, after);
  // That of both boxes, and those between one and the other.
  expect(alone).toEqual([-55, 355, -465]);
  shiftsBetween(
    people,
    moved(() => 300),
  );
  expect(shiftsBetween(few, after)).toEqual(alone);
  expect(shiftsBetween(few, [])).toEqual([]);
});

test('shifts within half a box size of a chosen one are the same, those beyond are others', () => {
  const size = Math.sqrt(40 * 100);
  const before = people.slice(0, 2);
  const shiftsFor = (apart: number): number[] =>
    shiftsBetween(before, moved((i) => 200 + i * apart * size).slice(0, 2)).map((x) => Math.round(x));
  expect(shiftsFor(0)[0]).toBe(-200);
  expect(shiftsFor(0.45)[0]).toBe(-200);
  expect(shiftsFor(0.45)).not.toContain(Math.round(-200 - 0.45 * size));
  expect(shiftsFor(0.55)).toContain(-200);
  expect(shiftsFor(0.55)).toContain(Math.round(-200 - 0.55 * size));
});

test('shifts vote for each other up to half a box size apart, of the smaller box', () => {
  const lone = (i: number) => (i === 0 ? 900 : 200);
  const size = Math.sqrt(40 * 100);
  const three = (boxes: readonly Box[]) => boxes.slice(0, 3);
  const apart = moved((i) => lone(i) + (i === 2 ? 0.3 * size : 0));
  expect(shiftsBetween(three(people), three(apart))[0]).toBe(-200);
  const smaller = (box: Box, i: number): Box => (i === 2 ? { ...box, width: 22, height: 55 } : box);
  const farther = moved((i) => lone(i) + (i === 1 ? 0.4 * size : 0));
  // No two are near each other, so the first pair of boxes decides.
  expect(shiftsBetween(three(people).map(smaller), three(farther).map(smaller))[0]).toBe(-900);
});
