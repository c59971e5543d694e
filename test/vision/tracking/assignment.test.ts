import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assign, type WeightedPair } from '../../../shared/vision/tracking/assignment.ts';

/** The greatest sum of weights, by trying everything. */
function exhaustive(
  row: number,
  rows: number,
  used: ReadonlySet<number>,
  pairs: readonly WeightedPair[],
): number {
  if (row === rows) return 0;
  const skipped = exhaustive(row + 1, rows, used, pairs);
  return pairs
    .filter((pair) => pair.row === row && !used.has(pair.column))
    .map(({ column, weight }) => weight + exhaustive(row + 1, rows, new Set(used).add(column), pairs))
    .reduce((best, value) => Math.max(best, value), skipped);
}

const problem = fc
  .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 5 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      pairs: fc.uniqueArray(
        fc.record({
          row: fc.nat(rows - 1),
          column: fc.nat(columns - 1),
          weight: fc.double({ min: -1, max: 1, noNaN: true }),
        }),
        { selector: ({ row, column }) => row * columns + column },
      ),
    }),
  );

test('no choice of pairs has a greater sum of weights, and nothing is used twice', () => {
  fc.assert(
    fc.property(problem, ({ rows, columns, pairs }) => {
      const columnOf = [...assign(rows, columns, pairs)];
      const chosen = columnOf.filter((column) => column !== -1);
      expect(new Set(chosen).size).toBe(chosen.length);
      const total = columnOf
        .map((column, row) => pairs.find((pair) => pair.row === row && pair.column === column)?.weight ?? 0)
        .reduce((sum, weight) => sum + weight, 0);
      expect(total).toBeCloseTo(exhaustive(0, rows, new Set(), pairs), 9);
    }),
    { numRuns: 500 },
  );
});

test('a pair that is worth nothing is not chosen', () => {
  expect([...assign(1, 1, [{ row: 0, column: 0, weight: 0 }])]).toEqual([-1]);
});

test('many equal weights end, too', () => {
  const pairs = Array.from({ length: 900 }, (_, k) => ({
    row: Math.floor(k / 30),
    column: k % 30,
    weight: 0.1,
  }));
  expect(new Set(assign(30, 30, pairs)).size).toBe(30);
});
