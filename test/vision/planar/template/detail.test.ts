import { expect, test } from 'vitest';
import { sequenceScene, trueFrames } from '../../../../research/planar/generator/sequence.ts';
import {
  type Corners,
  cornersOf,
  type Homography,
  rectangleTo,
} from '../../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../../shared/kernel/geometry/quadrilateral.ts';
import { align } from '../../../../shared/vision/planar/alignment/align.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { detailOf, restoreDetail } from '../../../../shared/vision/planar/template/detail.ts';

const ASPECT = 4 / 3;
const [A, B] = [Math.sqrt(ASPECT), 1 / Math.sqrt(ASPECT)];
const mapOf = (corners: Corners): Homography => rectangleTo(corners, A, B) as Homography;

test('two steps on the detail of a surface bring a pose from a third to a seventh of a pixel, and the same after it was stored', () => {
  const [first, second] = [...trueFrames(sequenceScene('mixed', 501, 2, []), 501)];
  if (!first || !second) throw new Error('A sequence without frames.');
  const { width, height } = first.luma;
  const pyramid = new FramePyramid(width, height);
  const all = { left: 0, top: 0, right: width, bottom: height };
  pyramid.fill(first.luma, all);
  const detail = detailOf(pyramid, mapOf(first.corners), ASPECT, 208);
  if (!detail) throw new Error('A surface without detail.');
  const stored = restoreDetail(ASPECT, 208, detail.samples, detail.known);
  pyramid.fill(second.luma, all);
  const off = second.corners.map(
    (value, i) => value + ([0.3, -0.2, 0.3, 0.2][i % 4] ?? 0),
  ) as unknown as Corners;
  const [map, again] = [detail, stored].map((some) =>
    some ? align(some.level, pyramid, mapOf(off), null, 2, true) : mapOf(off),
  ) as [Homography, Homography];
  expect(cornerDistance(cornersOf(map, A, B), second.corners)).toBeLessThan(0.15);
  expect(again).toEqual(map);
});

test('a surface whose pixels are all in the template has no detail beside it', () => {
  const pyramid = new FramePyramid(320, 180);
  expect(detailOf(pyramid, mapOf([60, 40, 200, 40, 200, 140, 60, 140]), ASPECT, 118)).toBeNull();
});

test('strong texture counts at most a few times as much as usual texture, and all cells together count as before', () => {
  const [first] = [...trueFrames(sequenceScene('mixed', 501, 1, []), 501)];
  if (!first) throw new Error('A sequence without frames.');
  const { width, height } = first.luma;
  const pyramid = new FramePyramid(width, height);
  pyramid.fill(first.luma, { left: 0, top: 0, right: width, bottom: height });
  const { template } = detailOf(pyramid, mapOf(first.corners), ASPECT, 208)?.level ?? {};
  if (!template) throw new Error('A surface without detail.');
  const alone = Array.from(template.xx, (value, cell) => value + (template.yy[cell] ?? 0));
  const counted = alone.map((value, cell) => value * (template.trust[cell] ?? 0));
  const mostOverMedian = (values: number[]): number => {
    const sorted = values.toSorted((a, b) => a - b);
    return (sorted.at(-1) ?? 0) / (sorted[sorted.length >> 1] ?? 1);
  };
  expect(mostOverMedian(alone)).toBeGreaterThan(2.5);
  expect(mostOverMedian(counted)).toBeLessThan(2);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  expect(sum(counted) / sum(alone)).toBeCloseTo(1, 5);
});
