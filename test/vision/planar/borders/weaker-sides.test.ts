import { describe, expect, test } from 'vitest';
import { weakerSides } from '../../../../shared/vision/planar/borders/weaker-sides.ts';
import { surfaceLevels } from '../../../../shared/vision/planar/template/surface-level.ts';

/** Three parts a side, clockwise from the top left corner. */
const parts = (...sides: readonly [number, number, number, number]) =>
  new Map(sides.flatMap((shown, side) => [0, 1, 2].map((third) => [3 * side + third, shown] as const)));
const outline = (...sides: readonly [number, number, number, number]) => ({
  shown: sides.reduce((sum, shown) => sum + shown / 4, 0),
  parts: parts(...sides),
});

/** A level of 16 × 12 textured cells, of which those fit that are not covered. */
function levelWhere(isCovered: (column: number, row: number) => boolean) {
  const [level] = surfaceLevels(4 / 3, 111);
  if (!level) throw new Error('A surface without levels');
  const { columns, rows } = level.grid;
  for (let cell = 0; cell < columns * rows; cell++) {
    level.comparison.seen[cell] = 1;
    level.comparison.correlation[cell] = isCovered(cell % columns, Math.floor(cell / columns)) ? 0.1 : 0.95;
    level.template.reliability[cell] = 0.9;
  }
  return level;
}
const uncovered = levelWhere(() => false);

test('two opposite hidden sides are detected, though the others show', () => {
  expect(weakerSides(outline(0, 1, 0, 1), uncovered)).toBe(0);
  expect(weakerSides(outline(1, 0, 1, 0), uncovered)).toBe(0);
  expect(weakerSides(outline(0.9, 0.8, 0.9, 0.8), uncovered)).toBeCloseTo(0.8);
});

describe('sides that something covers, with the cells beside them, do not count', () => {
  test.each([
    ['above and below', outline(0, 1, 0, 1), (_: number, row: number) => row < 4 || row > 7],
    ['left and right', outline(1, 0, 1, 0), (column: number) => column < 4 || column > 10],
  ])('%s', (_, seen, isCovered) => {
    expect(weakerSides(seen, levelWhere(isCovered))).toBeCloseTo(0.5);
  });
});

test('what covers a corner leaves the rest of the sides as evidence', () => {
  const level = levelWhere((column, row) => column < 5 && row < 4);
  const seen = parts(1, 1, 1, 1);
  // The first third of the top, and the last of the left side, which runs upwards.
  for (const part of [0, 11]) seen.set(part, 0);
  expect(weakerSides({ shown: 10 / 12, parts: seen }, level)).toBeCloseTo(10 / 12);
  seen.set(0, 1);
  seen.set(2, -0.2);
  // Of the top and the bottom five parts are uncovered, four of which show.
  expect(weakerSides({ shown: 0.82, parts: seen }, level)).toBeCloseTo((4 - 0.2) / 5);
});

test('where hardly any part is evidence of two sides, all of the border is', () => {
  expect(
    weakerSides(
      {
        shown: 0.6,
        parts: new Map([
          [0, 0.2],
          [4, 0.8],
          [10, 0.8],
        ]),
      },
      uncovered,
    ),
  ).toBe(0.6);
});
