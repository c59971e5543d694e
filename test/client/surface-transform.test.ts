import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapPoint, matrix3d, surfaceTransform } from '../../client/surface-transform.ts';
import type { Size } from '../../shared/kernel/geometry/box.ts';
import { type Homography, inverse } from '../../shared/kernel/geometry/homography.ts';
import { areaOf, type Point } from '../../shared/kernel/geometry/polygon.ts';
import { convexCorners, size } from './convex-corners.ts';

const VIDEO = { width: 1280, height: 720 };
/** Pixels. */
const EXACT = 0.01;

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const share = fc.record({ x: fraction, y: fraction });

const pixels = ({ x, y }: Point, { width, height }: Size): Point => ({ x: x * width, y: y * height });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const rectangle = ({ width, height }: Size): Point[] => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

function transformOf(corners: readonly Point[], element: Size): Homography {
  const transform = surfaceTransform(corners, element, VIDEO);
  if (transform === null) throw new Error('there is no map');
  return transform;
}

/** What a browser does with a value of `transform` whose origin is 0 0 (CSS Transforms 2). */
function asBrowsersDo(value: string, { x, y }: Point): Point {
  const [, list = ''] = /^matrix3d\((.*)\)$/.exec(value) ?? [];
  const m = list.split(',').map(Number);
  expect(m).toHaveLength(16);
  const row = (r: number): number => (m[r] as number) * x + (m[4 + r] as number) * y + (m[12 + r] as number);
  return { x: row(0) / row(3), y: row(1) / row(3) };
}

test("the element's corners come to lie on the surface's, to 0.01 px, wherever these are", () => {
  fc.assert(
    fc.property(convexCorners(), size, (corners, element) => {
      const transform = transformOf(corners, element);
      for (const [i, corner] of rectangle(element).entries())
        expect(distance(mapPoint(transform, corner), pixels(corners[i] as Point, VIDEO))).toBeLessThan(EXACT);
    }),
    { numRuns: 1000 },
  );
});

test('a browser that reads the matrix3d string puts every point where the map does, to 0.01 px', () => {
  fc.assert(
    fc.property(convexCorners(), size, share, (corners, element, at) => {
      const transform = transformOf(corners, element);
      const point = pixels(at, element);
      const shown = asBrowsersDo(matrix3d(transform), point);
      expect(distance(shown, mapPoint(transform, point))).toBeLessThan(EXACT);
    }),
    { numRuns: 1000 },
  );
});

test('the inverse finds the point of the element again, to 0.01 px of the video', () => {
  fc.assert(
    fc.property(convexCorners(), size, share, (corners, element, at) => {
      const transform = transformOf(corners, element);
      const shown = mapPoint(transform, pixels(at, element));
      const found = mapPoint(inverse(transform), shown);
      expect(distance(mapPoint(transform, found), shown)).toBeLessThan(EXACT);
      expect(distance(found, pixels(at, element))).toBeLessThan(
        EXACT * Math.max(element.width, element.height),
      );
    }),
    { numRuns: 1000 },
  );
});

test('lines stay lines', () => {
  fc.assert(
    fc.property(convexCorners(), size, share, share, fraction, (corners, element, from, to, along) => {
      const transform = transformOf(corners, element);
      const between = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
      const triangle = [from, between, to].map((at) => mapPoint(transform, pixels(at, element)));
      const [a, , c] = triangle as [Point, Point, Point];
      expect(areaOf(triangle)).toBeLessThanOrEqual(EXACT * Math.max(1, distance(a, c)));
    }),
    { numRuns: 1000 },
  );
});

test('the points of a flat thing are where a camera sees them', () => {
  const angle = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(angle, angle, angle, share, (yaw, pitch, roll, at) => {
      const element = { width: 300, height: 200 };
      /** A pinhole camera with a focal length of 900 px looks at a sheet of 1.5 × 1, four widths away. */
      const seen = ({ x, y }: Point): Point => {
        const [u, v] = [1.5 * (x - 0.5), y - 0.5];
        const [a, b] = [u * Math.cos(roll) - v * Math.sin(roll), u * Math.sin(roll) + v * Math.cos(roll)];
        const [c, depth] = [b * Math.cos(pitch), b * Math.sin(pitch)];
        const z = 4 + depth * Math.cos(yaw) + a * Math.sin(yaw);
        const across = a * Math.cos(yaw) - depth * Math.sin(yaw);
        return { x: 640 + (900 * across) / z, y: 360 + (900 * c) / z };
      };
      const corners = rectangle({ width: 1, height: 1 })
        .map(seen)
        .map(({ x, y }) => ({ x: x / VIDEO.width, y: y / VIDEO.height }));
      const transform = transformOf(corners, element);
      expect(distance(mapPoint(transform, pixels(at, element)), seen(at))).toBeLessThan(EXACT);
    }),
    { numRuns: 1000 },
  );
});

test('a surface that is the frame itself only scales', () => {
  const frame = rectangle({ width: 1, height: 1 });
  const transform = transformOf(frame, { width: 640, height: 360 });
  const rows = [
    '2e+0, 0e+0, 0e+0, 0e+0',
    '0e+0, 2e+0, 0e+0, 0e+0',
    '0e+0, 0e+0, 1e+0, 0e+0',
    '0e+0, 0e+0, 0e+0, 1e+0',
  ];
  expect(matrix3d(transform)).toBe(`matrix3d(${rows.join(', ')})`);
});

const GOOD = [
  { x: 0.2, y: 0.2 },
  { x: 0.6, y: 0.25 },
  { x: 0.65, y: 0.7 },
  { x: 0.2, y: 0.6 },
] as const;
const [first, second, third, fourth] = GOOD;

test.each([
  ['three corners on a line', [first, second, { x: 0.4, y: 0.225 }, fourth]],
  ['all corners in one point', [first, first, first, first]],
  ['two corners in one point', [first, second, second, fourth]],
  ['sides that cross', [first, third, second, fourth]],
  ['a corner turned inwards', [first, second, { x: 0.3, y: 0.3 }, fourth]],
  ['a corner that is not a number', [first, second, { x: Number.NaN, y: 0.7 }, fourth]],
  ['a corner at infinity', [first, second, { x: Number.POSITIVE_INFINITY, y: 0.7 }, fourth]],
  ['three corners', [first, second, third]],
  ['five corners', [first, second, third, { x: 0.4, y: 0.75 }, fourth]],
])('there is no map for %s', (_, corners) => {
  expect(surfaceTransform(GOOD, VIDEO, VIDEO)).not.toBeNull();
  expect(surfaceTransform(corners, VIDEO, VIDEO)).toBeNull();
});

test.each([
  ['an element', { width: 0, height: 10 }, VIDEO],
  ['a video', VIDEO, { width: 0, height: 0 }],
  ['an element not laid out yet', { width: Number.NaN, height: Number.NaN }, VIDEO],
])('there is no map for %s of no size', (_, element, video) => {
  expect(surfaceTransform(GOOD, element, video)).toBeNull();
});
