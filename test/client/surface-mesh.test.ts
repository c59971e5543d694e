import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surfaceMesh } from '../../client/surface-mesh.ts';
import { mapPoint, surfaceTransform } from '../../client/surface-transform.ts';
import type { Size } from '../../shared/kernel/geometry/box.ts';
import type { Homography } from '../../shared/kernel/geometry/homography.ts';
import { areaOf, type Point } from '../../shared/kernel/geometry/polygon.ts';
import { convexCorners } from './convex-corners.ts';

const VIDEO = { width: 1280, height: 720 };
const ELEMENT = { width: 300, height: 200 };

const transformOf = (corners: readonly Point[], element: Size = ELEMENT): Homography => {
  const transform = surfaceTransform(corners, element, VIDEO);
  if (transform === null) throw new Error('there is no map');
  return transform;
};

type Triangle = ReturnType<typeof surfaceMesh>['triangles'][number];

/** The point of the element that a triangle draws at a point of the video. */
function drawnAt({ transform: [a, b, c, d, e, f] }: Triangle, { x, y }: Point): Point {
  const determinant = a * d - b * c;
  return {
    x: (d * (x - e) - c * (y - f)) / determinant,
    y: (a * (y - f) - b * (x - e)) / determinant,
  };
}

const mean = (points: readonly Point[], weights: readonly number[]): Point => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const along = (axis: 'x' | 'y'): number =>
    points.reduce((total, point, i) => total + (point[axis] * (weights[i] ?? 0)) / sum, 0);
  return { x: along('x'), y: along('y') };
};

const weights = fc.tuple(...Array.from({ length: 3 }, () => fc.double({ min: 0.001, max: 1, noNaN: true })));

test('no point is drawn farther from its place than the mesh says, and that is the tolerance or the finest mesh', () => {
  fc.assert(
    fc.property(
      convexCorners,
      fc.constantFrom(0.1, 0.5, 4, 1e9),
      weights,
      fc.nat(),
      (corners, tolerance, at, pick) => {
        const transform = transformOf(corners);
        const { triangles, errorPx } = surfaceMesh(transform, ELEMENT, tolerance);
        expect(errorPx <= tolerance || triangles.length === 2 * 64 ** 2).toBe(true);
        const triangle = triangles[pick % triangles.length] as Triangle;
        const shown = mean(triangle.corners, at);
        const right = mapPoint(transform, drawnAt(triangle, shown));
        expect(Math.hypot(shown.x - right.x, shown.y - right.y)).toBeLessThanOrEqual(errorPx + 1e-6);
      },
    ),
    { numRuns: 150 },
  );
});

test('the bound is no more than four times what a mesh is off somewhere', () => {
  fc.assert(
    fc.property(convexCorners, (corners) => {
      const transform = transformOf(corners);
      const { triangles, errorPx } = surfaceMesh(transform, ELEMENT, 1e9);
      fc.pre(errorPx > 1);
      let worst = 0;
      for (const triangle of triangles)
        for (let i = 0; i <= 20; i++)
          for (let j = 0; i + j <= 20; j++) {
            const shown = mean(triangle.corners, [i, j, 20 - i - j]);
            const right = mapPoint(transform, drawnAt(triangle, shown));
            worst = Math.max(worst, Math.hypot(shown.x - right.x, shown.y - right.y));
          }
      expect(worst).toBeGreaterThan(errorPx / 4);
    }),
  );
});

test('the triangles cover the surface once', () => {
  fc.assert(
    fc.property(convexCorners, (corners) => {
      const { triangles } = surfaceMesh(transformOf(corners), ELEMENT);
      const surface = areaOf(corners.map(({ x, y }) => ({ x: x * VIDEO.width, y: y * VIDEO.height })));
      const covered = triangles.reduce((sum, triangle) => sum + areaOf(triangle.corners), 0);
      expect(covered).toBeCloseTo(surface, 3);
    }),
  );
});

test('the vertices of the mesh are exact, and what a triangle draws there is what belongs there', () => {
  fc.assert(
    fc.property(convexCorners, (corners) => {
      const transform = transformOf(corners);
      for (const triangle of surfaceMesh(transform, ELEMENT).triangles.slice(0, 50))
        for (const corner of triangle.corners) {
          const right = mapPoint(transform, drawnAt(triangle, corner));
          expect(Math.hypot(corner.x - right.x, corner.y - right.y)).toBeLessThan(0.01);
        }
    }),
  );
});

test('a parallelogram is two triangles without error', () => {
  const corners = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.2 },
    { x: 0.6, y: 0.6 },
    { x: 0.2, y: 0.5 },
  ];
  const { triangles, errorPx } = surfaceMesh(transformOf(corners), ELEMENT, 1e-6);
  expect(triangles).toHaveLength(2);
  expect(errorPx).toBeLessThan(1e-6);
});
