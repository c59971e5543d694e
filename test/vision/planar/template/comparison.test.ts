import { expect, test } from 'vitest';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { CELL_SAMPLES, cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { compare, emptyComparison } from '../../../../shared/vision/planar/template/comparison.ts';
import { emptyTemplate, learn, NOISE_LEVELS } from '../../../../shared/vision/planar/template/template.ts';

const SIZE = 64;
const WHOLE = { left: 0, top: 0, right: SIZE, bottom: SIZE };
const grid = cellGrid(1, 32);
/** The grid, whose coordinates go from -1 to 1, over the middle half of the picture. */
const map = Float64Array.of(16, 0, 32, 0, 16, 32, 0, 0, 1);

function picture(seed: number) {
  const random = seededRandom(seed);
  const data = Uint8Array.from({ length: SIZE * SIZE }, () => 255 * random());
  return { width: SIZE, height: SIZE, data };
}

const [first, second] = [picture(1), picture(2)];

function setUp() {
  const [pyramid, template] = [new FramePyramid(SIZE, SIZE), emptyTemplate(grid)];
  pyramid.fill(first, WHOLE);
  learn(template, pyramid, map);
  const comparison = emptyComparison(grid);
  const likeness = (at = map): number => {
    compare(comparison, template, pyramid, at);
    return Math.min(...comparison.correlation);
  };
  return { pyramid, template, comparison, likeness };
}

test('the same is compared again where the frame, the place or the template is another one', () => {
  const { pyramid, template, likeness } = setUp();
  expect(likeness()).toBeCloseTo(1);
  expect(likeness(Float64Array.of(16, 0, 20, 0, 16, 40, 0, 0, 1))).toBeLessThan(0.5);
  expect(likeness()).toBeCloseTo(1);
  pyramid.fill(second, WHOLE);
  expect(likeness()).toBeLessThan(0.5);
  learn(template, pyramid, map);
  expect(likeness()).toBeCloseTo(1);
});

test('differences, correlation and contrast are those of the normalised cells', () => {
  const { pyramid, template, comparison } = setUp();
  const turned = Float64Array.of(15, 2, 31, -2, 16, 33, 0.02, 0.01, 1);
  compare(comparison, template, pyramid, turned);
  const { values, dx, dy } = template;
  for (let cell = 0; cell < comparison.seen.length; cell++) {
    const start = cell * CELL_SAMPLES;
    const all = Array.from({ length: CELL_SAMPLES }, (_, i) => start + i);
    const sum = (of: (i: number) => number): number => all.reduce((total, i) => total + of(i), 0);
    const mean = sum((i) => comparison.samples[i] ?? 0) / CELL_SAMPLES;
    const variance = sum((i) => ((comparison.samples[i] ?? 0) - mean) ** 2) / CELL_SAMPLES;
    const contrast = Math.sqrt(variance + NOISE_LEVELS ** 2);
    const found = (i: number): number => ((comparison.samples[i] ?? 0) - mean) / contrast;
    const expected = (i: number): number => values[i] ?? 0;
    const lengths = Math.sqrt(sum((i) => found(i) ** 2) * sum((i) => expected(i) ** 2));
    const reported = {
      correlation: sum((i) => found(i) * expected(i)) / lengths,
      contrast: sum((i) => found(i) ** 2) / CELL_SAMPLES,
      difference: sum((i) => (found(i) - expected(i)) ** 2),
      bx: sum((i) => (expected(i) - found(i)) * (dx[i] ?? 0)),
      by: sum((i) => (expected(i) - found(i)) * (dy[i] ?? 0)),
    };
    for (const name of ['correlation', 'contrast', 'difference', 'bx', 'by'] as const)
      expect(comparison[name][cell]).toBeCloseTo(reported[name], 3);
  }
});
