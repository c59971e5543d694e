import { expect, test } from 'vitest';
import { sequenceScene, type TrueFrame, trueFrames } from '../../../../research/planar/generator/sequence.ts';
import {
  type Corners,
  cornersOf,
  type Homography,
  multiply,
  rectangleTo,
} from '../../../../shared/kernel/geometry/homography.ts';
import { cornerDistance } from '../../../../shared/kernel/geometry/quadrilateral.ts';
import { addSightings, sightingsNear } from '../../../../shared/vision/planar/alignment/border-sightings.ts';
import { NormalEquations } from '../../../../shared/vision/planar/alignment/normal-equations.ts';
import { LEAST_CONTRAST } from '../../../../shared/vision/planar/borders/border-parts.ts';
import { bordersOf, outlineAt } from '../../../../shared/vision/planar/borders/outline.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';

const grid = cellGrid(4 / 3, 64);
const mapOf = (corners: Corners): Homography => rectangleTo(corners, grid.a, grid.b) as Homography;
const shifted = (corners: Corners, x: number, y: number): Corners =>
  corners.map((value, i) => value + (i % 2 === 0 ? x : y)) as unknown as Corners;

function firstOf(kind: string, seed: number): { frame: TrueFrame; pyramid: FramePyramid } {
  const [frame] = trueFrames(sequenceScene(kind, seed, 1, []), seed) as Iterable<TrueFrame>;
  if (!frame) throw new Error('A sequence without frames.');
  const { width, height } = frame.luma;
  const pyramid = new FramePyramid(width, height);
  pyramid.fill(frame.luma, { left: 0, top: 0, right: width, bottom: height });
  return { frame, pyramid };
}

test('the outline of a surface shows at its place and not beside it, in any direction', () => {
  const { frame, pyramid } = firstOf('mixed', 501);
  const borders = bordersOf(pyramid, mapOf(frame.corners), grid);
  const outline = (x: number, y: number) =>
    outlineAt(pyramid, mapOf(shifted(frame.corners, x, y)), grid, borders)?.shown ?? Number.NaN;
  expect(outline(0, 0)).toBeGreaterThan(0.95);
  for (const [x, y] of [
    [9, 9],
    [-9, 9],
    [9, -9],
    [-9, -9],
  ] as const)
    expect(outline(x, y)).toBeLessThan(0.4);
});

test('a border is found beside corners that were marked inside or outside of it', () => {
  const { frame, pyramid } = firstOf('mixed', 501);
  // The surface of the first frame is an upright rectangle: pixels to the right are into its left side and out of its right one.
  const borders = bordersOf(pyramid, mapOf(shifted(frame.corners, 2.5, 0)), grid);
  const extent = frame.corners[2] - frame.corners[0];
  for (const { inwards } of borders.slice(3, 6)) expect(inwards * extent).toBeCloseTo(2.5, 0);
  for (const { inwards } of borders.slice(9, 12)) expect(inwards * extent).toBeCloseTo(-2.5, 0);
});

test('what touches one side of a part of a wall is no border of it', () => {
  const size = 200;
  const corners: Corners = [40, 40, 160, 40, 160, 130, 40, 130];
  const data = Uint8Array.from({ length: size * size }, (_, i) =>
    i >= 130 * size && i % size < 80 ? 40 : 150,
  );
  const pyramid = new FramePyramid(size, size);
  pyramid.fill({ width: size, height: size, data }, { left: 0, top: 0, right: size, bottom: size });
  const borders = bordersOf(pyramid, mapOf(corners), grid);
  expect(borders.filter(({ contrast }) => contrast >= LEAST_CONTRAST)).toEqual([]);
});

test('a part of a wall that goes on has no outline', () => {
  const { frame, pyramid } = firstOf('part carried off', 501);
  const map = mapOf(frame.corners);
  const borders = bordersOf(pyramid, map, grid);
  expect(borders.filter(({ contrast }) => contrast >= LEAST_CONTRAST)).toEqual([]);
  expect(outlineAt(pyramid, map, grid, borders)).toBeNull();
});

test('a pose beside the border is drawn to it', () => {
  const { frame, pyramid } = firstOf('mixed', 501);
  const borders = bordersOf(pyramid, mapOf(frame.corners), grid);
  let map = mapOf(shifted(frame.corners, 4, -3));
  const sightings = sightingsNear(pyramid, map, grid, borders);
  const equations = new NormalEquations();
  for (let round = 0; round < 4; round++) {
    equations.reset();
    addSightings(equations, grid, map, sightings, 1, 8);
    equations.addCorners(grid.a, grid.b, new Float64Array(8), 1e-6, 1);
    map = multiply(map, equations.solve() as Homography);
  }
  expect(cornerDistance(cornersOf(map, grid.a, grid.b), frame.corners)).toBeLessThan(1);
});

test('a border that goes the other way, between other levels, shows loosely and not strictly', () => {
  const corners: Corners = [80, 60, 240, 60, 240, 180, 80, 180];
  const pyramidOf = (inside: number, outside: number): FramePyramid => {
    const [width, height] = [320, 240];
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x >= 80 && x < 240 && y >= 60 && y < 180 ? inside : outside;
    });
    const pyramid = new FramePyramid(width, height);
    pyramid.fill({ width, height, data }, { left: 0, top: 0, right: width, bottom: height });
    return pyramid;
  };
  const borders = bordersOf(pyramidOf(160, 30), mapOf(corners), grid);
  const shown = (inside: number, outside: number, strict: boolean) =>
    outlineAt(pyramidOf(inside, outside), mapOf(corners), grid, borders, 0, strict)?.shown ?? Number.NaN;
  // Another content, and another thing behind.
  for (const [inside, outside] of [
    [220, 30],
    [160, 90],
  ] as const)
    expect(shown(inside, outside, true)).toBeGreaterThan(0.95);
  for (const [inside, outside] of [
    [30, 160],
    [220, 90],
  ] as const) {
    expect(shown(inside, outside, false)).toBeGreaterThan(0.95);
    expect(shown(inside, outside, true)).toBeLessThan(0.1);
  }
});
