import { expect, test } from 'vitest';
import { type Homography, rectangleTo } from '../../../../shared/kernel/geometry/homography.ts';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { commonTexture } from '../../../../shared/vision/planar/template/common-texture.ts';
import { compare, emptyComparison } from '../../../../shared/vision/planar/template/comparison.ts';
import { emptyTemplate, learn } from '../../../../shared/vision/planar/template/template.ts';

const [WIDTH, HEIGHT] = [320, 240];
const grid = cellGrid(4 / 3, 96);
const map = rectangleTo([80, 60, 240, 60, 240, 180, 80, 180], grid.a, grid.b) as Homography;

/** @param noise standard deviation, in grey levels */
function pictured(levelAt: (x: number, y: number) => number, noise: number, seed: number): FramePyramid {
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    Math.round(levelAt(i % WIDTH, Math.floor(i / WIDTH)) + noise * normal()),
  );
  const pyramid = new FramePyramid(WIDTH, HEIGHT);
  pyramid.fill({ width: WIDTH, height: HEIGHT, data }, { left: 0, top: 0, right: WIDTH, bottom: HEIGHT });
  return pyramid;
}

/** Sums over all cells: of the template's texture, and of what it has in common with another picture of the same. */
function sums(levelAt: (x: number, y: number) => number, noise: number) {
  const [template, comparison] = [emptyTemplate(grid), emptyComparison(grid)];
  learn(template, pictured(levelAt, noise, 1), map);
  compare(comparison, template, pictured(levelAt, noise, 2), map);
  const weights = new Float64Array(grid.columns * grid.rows).fill(1);
  const common = commonTexture(comparison, template, weights);
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  return {
    template: { xx: sum(template.xx), yy: sum(template.yy) },
    common: { xx: sum(common.xx), yy: sum(common.yy) },
  };
}

const stripes = (_: number, y: number): number => 128 + 60 * Math.sin(y / 3);
const waves = (x: number, y: number): number => 128 + 30 * Math.sin(x / 3) + 30 * Math.sin(y / 3);

test('what two pictures of a surface have in common is about what the template shows, where there is no noise', () => {
  const { template, common } = sums(waves, 0);
  for (const share of [common.xx / template.xx, common.yy / template.yy]) {
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.1);
  }
});

test.each([1, 4, 12])(
  'noise of %d levels is no texture: stripes do not determine a shift along them',
  (noise) => {
    const { template, common } = sums(stripes, noise);
    expect(template.xx).toBeGreaterThan(0);
    expect(common.xx).toBeLessThanOrEqual(0);
    expect(common.yy / template.yy).toBeGreaterThan(0.7);
  },
);

test('texture is measured beside noise as strong as itself', () => {
  const { template, common } = sums(waves, 12);
  expect(common.xx).toBeGreaterThan(0.1 * template.xx);
  expect(common.xx).toBeLessThan(0.9 * template.xx);
});

test('what was compared of a larger surface before makes no difference', () => {
  const before = sums(stripes, 0);
  const larger = cellGrid(4 / 3, 400);
  const weights = new Float64Array(larger.columns * larger.rows).fill(1);
  const comparison = emptyComparison(larger);
  const template = emptyTemplate(larger);
  const at = rectangleTo([80, 60, 240, 60, 240, 180, 80, 180], larger.a, larger.b) as Homography;
  learn(template, pictured(stripes, 4, 1), at);
  compare(comparison, template, pictured(stripes, 4, 2), at);
  expect(weights.length).toBeGreaterThan(grid.columns * grid.rows);
  commonTexture(comparison, template, weights);
  expect(sums(stripes, 0)).toEqual(before);
});
