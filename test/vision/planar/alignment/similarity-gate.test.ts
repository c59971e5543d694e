import { describe, expect, test } from 'vitest';
import { cellShift } from '../../../../shared/vision/planar/alignment/cell-shift.ts';
import { gateBySimilarity } from '../../../../shared/vision/planar/alignment/similarity-gate.ts';
import { cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { emptyComparison } from '../../../../shared/vision/planar/template/comparison.ts';
import type { Template } from '../../../../shared/vision/planar/template/template.ts';

const grid = cellGrid(1, 64);
const cells = grid.x.length;
const each = (value: number): Float64Array => new Float64Array(cells).fill(value);
/** Every cell determines shifts along x and y equally well. */
const template = { xx: each(1), xy: each(0), yy: each(1) } as unknown as Template;

/** The comparison where every cell appears moved by so much. */
function moved(shiftOf: (cell: number) => readonly [number, number]) {
  const comparison = emptyComparison(grid);
  comparison.seen.fill(1);
  for (let cell = 0; cell < cells; cell++) [comparison.bx[cell], comparison.by[cell]] = shiftOf(cell);
  return comparison;
}

test('the shift of a cell has both of its parts, a little less than the whole way', () => {
  const into = new Float64Array(2);
  cellShift(
    moved(() => [0.03, -0.05]),
    template,
    5,
    into,
  );
  expect(into[0]).toBeCloseTo(0.03 / 1.1, 9);
  expect(into[1]).toBeCloseTo(-0.05 / 1.1, 9);
});

describe.for([
  ['x', 1, 0],
  ['y', 0, 1],
] as const)('along %s', ([, x, y]) => {
  test('cells that move otherwise than the surface lose their weight, and the others keep theirs', () => {
    const [far, near] = [4 * grid.stepX, grid.stepX];
    const others = new Set([3, 17, 30, 44]);
    const weights = each(1);
    const comparison = moved((cell) => (others.has(cell) ? [x * -far, y * -far] : [x * near, y * near]));
    gateBySimilarity(comparison, template, weights);
    for (const [cell, weight] of weights.entries()) {
      if (others.has(cell)) expect(weight).toBe(0);
      else expect(weight).toBeGreaterThan(0.9);
    }
  });
});
