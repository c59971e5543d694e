import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surfaceMesh } from '../../client/surface-mesh.ts';
import { mapPoint, surfaceTransform } from '../../client/surface-transform.ts';
import type { Homography } from '../../shared/kernel/geometry/homography.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { sampled } from '../support/run/long.ts';
import { convexCorners } from './convex-corners.ts';

const VIDEO = { width: 1280, height: 720 };
const PICTURE = { width: 300, height: 200 };
const TOLERANCE_PX = 0.5;
/** Meshes are large. */
const FEW = { numRuns: 40 };

const transformOf = (corners: readonly Point[]): Homography => {
  const transform = surfaceTransform(corners, PICTURE, VIDEO);
  if (transform === null) throw new Error('there is no map');
  return transform;
};

type Triangle = ReturnType<typeof surfaceMesh>['triangles'][number];

/** The point of the picture that a triangle draws at a point of the video. */
function drawnAt({ transform: [a, b, c, d, e, f] }: Triangle, { x, y }: Point): Point {
  const determinant = a * d - b * c;
  return {
    x: (d * (x - e) - c * (y - f)) / determinant,
    y: (a * (y - f) - b * (x - e)) / determinant,
  };
}

/** How far inside a triangle a point is: the distance to the nearest side, negative outside. */
function depth(corners: readonly Point[], { x, y }: Point): number {
  const [a, b, c] = corners as [Point, Point, Point];
  const sense = Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const sides: [Point, Point][] = [
    [a, b],
    [b, c],
    [c, a],
  ];
  return Math.min(
    ...sides.map(
      ([p, q]) =>
        (sense * ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x))) / Math.hypot(q.x - p.x, q.y - p.y),
    ),
  );
}

const isInPicture = ({ x, y }: Point): boolean =>
  x >= -1e-9 && y >= -1e-9 && x <= PICTURE.width + 1e-9 && y <= PICTURE.height + 1e-9;

const points = fc.array(
  fc.record({
    x: fc.double({ min: 0, max: PICTURE.width, noNaN: true }),
    y: fc.double({ min: 0, max: PICTURE.height, noNaN: true }),
  }),
  { minLength: 20, maxLength: 20 },
);

/** The triangle that is on top at a point of the video when all are drawn in their order. */
const onTop = (triangles: readonly Triangle[], at: Point): Triangle | undefined =>
  triangles.findLast((triangle) => depth(triangle.clip, at) >= 0 && isInPicture(drawnAt(triangle, at)));

test('a canvas shows every point of the surface, none farther from its place than four times the reported error', () => {
  fc.assert(
    fc.property(convexCorners(), points, (corners, at) => {
      const transform = transformOf(corners);
      const { triangles, errorPx } = surfaceMesh(transform, PICTURE, TOLERANCE_PX);
      for (const point of at) {
        const shown = mapPoint(transform, point);
        const triangle = onTop(triangles, shown);
        if (triangle === undefined) throw new Error('nothing is drawn there');
        const right = mapPoint(transform, drawnAt(triangle, shown));
        expect(Math.hypot(shown.x - right.x, shown.y - right.y)).toBeLessThanOrEqual(4 * errorPx + 1e-6);
      }
    }),
    FEW,
  );
});

test('the middle of the triangles is drawn to within the reported error, and that is the tolerance', () => {
  fc.assert(
    fc.property(convexCorners(0.8), fc.constantFrom(0.5, 1, 8), (corners, tolerance) => {
      const transform = transformOf(corners);
      const { triangles, errorPx } = surfaceMesh(transform, PICTURE, tolerance);
      expect(errorPx).toBeLessThanOrEqual(tolerance);
      for (const triangle of triangles) {
        const [a, b, c] = triangle.clip as [Point, Point, Point];
        const middle = { x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3 };
        const right = mapPoint(transform, drawnAt(triangle, middle));
        expect(Math.hypot(middle.x - right.x, middle.y - right.y)).toBeLessThanOrEqual(errorPx + 1e-6);
      }
    }),
    FEW,
  );
});

test('the reported error is no more than four times what two triangles are off somewhere', () => {
  fc.assert(
    fc.property(convexCorners(), (corners) => {
      const transform = transformOf(corners);
      const { triangles, errorPx } = surfaceMesh(transform, PICTURE, 1e9);
      fc.pre(errorPx > 1);
      expect(triangles).toHaveLength(2);
      let worst = 0;
      for (let i = 0; i <= 20; i++) {
        for (let j = 0; j <= 20; j++) {
          const shown = mapPoint(transform, { x: (i * PICTURE.width) / 20, y: (j * PICTURE.height) / 20 });
          const right = mapPoint(transform, drawnAt(onTop(triangles, shown) as Triangle, shown));
          worst = Math.max(worst, Math.hypot(shown.x - right.x, shown.y - right.y));
        }
      }
      expect(worst).toBeGreaterThan(errorPx / 4);
    }),
  );
});

test('triangles overlap their neighbours by half a pixel, so that no seams show', () => {
  const corners = [
    { x: 0.1, y: 0.1 },
    { x: 0.8, y: 0.2 },
    { x: 0.7, y: 0.6 },
    { x: 0.2, y: 0.8 },
  ];
  const transform = transformOf(corners);
  const { triangles } = surfaceMesh(transform, PICTURE, TOLERANCE_PX);
  expect(triangles.length).toBeGreaterThan(8);
  for (let i = 1; i < 40; i++) {
    for (let j = 1; j < 40; j++) {
      const at = mapPoint(transform, { x: (i * PICTURE.width) / 40, y: (j * PICTURE.height) / 40 });
      expect(Math.max(...triangles.map(({ clip }) => depth(clip, at)))).toBeGreaterThan(0.5);
    }
  }
});

test('a parallelogram is two triangles without error', () => {
  const corners = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.2 },
    { x: 0.6, y: 0.6 },
    { x: 0.2, y: 0.5 },
  ];
  const { triangles, errorPx } = surfaceMesh(transformOf(corners), PICTURE, 1e-6);
  expect(triangles).toHaveLength(2);
  expect(errorPx).toBeLessThan(1e-6);
});

/** One that comes from far away and passes beside the eye. */
const ROAD = [
  { x: 0.4, y: 0.4 },
  { x: 0.6, y: 0.4 },
  { x: 1000, y: 1000 },
  { x: -1000, y: 1000 },
];

test('there are no more triangles than allowed, and their error is reported', { tags: 'sampled' }, () => {
  fc.assert(
    fc.property(
      fc.oneof(convexCorners(), fc.constant(ROAD)),
      fc.integer({ min: 2, max: 300 }),
      (corners, most) => {
        const transform = transformOf(corners);
        const bounded = surfaceMesh(transform, PICTURE, TOLERANCE_PX, { most });
        const free = surfaceMesh(transform, PICTURE, TOLERANCE_PX);
        expect(bounded.triangles.length).toBeLessThanOrEqual(most);
        expect(bounded.errorPx).toBeGreaterThanOrEqual(free.errorPx);
        if (free.triangles.length <= most) expect(bounded.triangles).toHaveLength(free.triangles.length);
      },
    ),
    { numRuns: sampled(40) },
  );
});

test('what lies beyond the video is left out, and everything in it is there', { tags: 'sampled' }, () => {
  fc.assert(
    fc.property(fc.oneof(convexCorners(), fc.constant(ROAD)), points, (corners, at) => {
      const transform = transformOf(corners);
      const { triangles } = surfaceMesh(transform, PICTURE, TOLERANCE_PX, { within: VIDEO });
      const isBeyond = ({ clip }: Triangle): boolean =>
        clip.every(({ x }) => x < 0) ||
        clip.every(({ x }) => x > VIDEO.width) ||
        clip.every(({ y }) => y < 0) ||
        clip.every(({ y }) => y > VIDEO.height);
      // One assertion for all: thousands would take most of the time.
      expect(triangles.filter(isBeyond)).toEqual([]);
      for (const point of at) {
        const shown = mapPoint(transform, point);
        const isIn = shown.x >= 0 && shown.x <= VIDEO.width && shown.y >= 0 && shown.y <= VIDEO.height;
        if (isIn) expect(onTop(triangles, shown)).toBeDefined();
      }
    }),
    { numRuns: sampled(40) },
  );
});

test('a surface that reaches far beyond the video takes less than half of the triangles', () => {
  const transform = transformOf(ROAD);
  const { length } = surfaceMesh(transform, PICTURE, TOLERANCE_PX).triangles;
  expect(surfaceMesh(transform, PICTURE, TOLERANCE_PX, { within: VIDEO }).triangles.length).toBeLessThan(
    length / 2,
  );
});
