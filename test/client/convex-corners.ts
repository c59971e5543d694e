import fc from 'fast-check';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';

/**
 * Corners of a convex quadrilateral, fractions of a frame, in either sense, some of them outside of it: four points of an
 * ellipse.
 * @param leastGap least angle between two of them before the circle becomes the ellipse, radians
 */
export const convexCorners = (leastGap = 0.25): fc.Arbitrary<Point[]> =>
  fc
    .record({
      centre: fc.tuple(
        fc.double({ min: -0.2, max: 1.2, noNaN: true }),
        fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      ),
      radii: fc.tuple(
        fc.double({ min: 0.05, max: 0.8, noNaN: true }),
        fc.double({ min: 0.05, max: 0.8, noNaN: true }),
      ),
      gaps: fc.tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0, max: 1, noNaN: true }))),
      from: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      sense: fc.constantFrom(1, -1),
    })
    .map(({ centre, radii, gaps, from, sense }) => {
      const free = 2 * Math.PI - 4 * leastGap;
      const sum = gaps.reduce((a, b) => a + b, 0) || 1;
      let angle = from;
      return gaps.map((gap) => {
        angle += leastGap + (free * gap) / sum;
        return {
          x: centre[0] + radii[0] * Math.cos(angle),
          y: centre[1] + radii[1] * Math.sin(sense * angle),
        };
      });
    });

export const size = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});
