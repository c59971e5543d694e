import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { cellGrid } from '../../../shared/vision/planar/cell-grid.ts';
import { compare, emptyComparison } from '../../../shared/vision/planar/comparison.ts';
import { FramePyramid } from '../../../shared/vision/planar/frame-pyramid.ts';
import { emptyTemplate, learn } from '../../../shared/vision/planar/template.ts';

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
  return { pyramid, template, likeness };
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
