import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areaOf,
  clipToFrame,
  type Point,
  quadrilateralShape,
  sideLengths,
} from '../../../shared/kernel/geometry/polygon.ts';

const point = ([x, y]: [number, number]): Point => ({ x, y });
const points = (...corners: [number, number][]): Point[] => corners.map(point);

/** A convex quadrilateral: a point in each quarter of the plane around some centre, not too near to the axes. */
const convex = fc
  .record({
    centre: fc.tuple(fc.integer({ min: -100, max: 200 }), fc.integer({ min: -100, max: 200 })),
    reach: fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 40, max: 60 }))),
    turn: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  })
  .map(({ centre: [cx, cy], reach, turn }) =>
    reach.map((r, i) => ({
      x: cx + r * Math.cos(turn + (i * Math.PI) / 2),
      y: cy + r * Math.sin(turn + (i * Math.PI) / 2),
    })),
  );

const isInside = (polygon: readonly Point[], { x, y }: Point): boolean => {
  const sides = polygon.map((a, i) => {
    const b = polygon[(i + 1) % polygon.length] as Point;
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
};

describe('the shape of four corners', () => {
  const square = points([0, 0], [10, 0], [10, 10], [0, 10]);

  test.each([
    ['convex', square],
    ['convex', square.toReversed()],
    ['crossing', points([0, 0], [10, 10], [10, 0], [0, 10])],
    ['concave', points([0, 0], [10, 0], [3, 3], [0, 10])],
    ['collinear', points([0, 0], [5, 0.5], [10, 0], [0, 10])],
    ['collinear', points([0, 0], [10, 0], [10, 0], [0, 10])],
    ['collinear', points([0, 0], [10, 0], [0, 0], [0, 10])],
    ['collinear', points([0, 0], [0, 0], [0, 0], [0, 0])],
  ])('is %s', (shape, corners) => {
    expect(quadrilateralShape(corners, 1)).toBe(shape);
  });

  test('is the same from whichever corner and in whichever sense they are listed', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }));
    const four = fc.tuple(corner, corner, corner, corner).map((corners) => points(...corners));
    fc.assert(
      fc.property(four, fc.integer({ min: 0, max: 3 }), fc.boolean(), (corners, first, reversed) => {
        const turned = [...corners.slice(first), ...corners.slice(0, first)];
        const listed = reversed ? turned.toReversed() : turned;
        return quadrilateralShape(listed, 1) === quadrilateralShape(corners, 1);
      }),
    );
  });

  test('is convex for corners around a centre, and crossing once two neighbours of them change places', () => {
    fc.assert(
      fc.property(convex, (corners) => {
        const [a, b, c, d] = corners as [Point, Point, Point, Point];
        expect(quadrilateralShape(corners, 1)).toBe('convex');
        expect(quadrilateralShape([b, a, c, d], 1)).toBe('crossing');
      }),
    );
  });
});

describe('the part of a polygon inside the frame', () => {
  const frame = { width: 100, height: 80 };

  test('has the area of the pixels that are inside both', () => {
    fc.assert(
      fc.property(convex, (corners) => {
        let pixels = 0;
        for (let y = 0.5; y < frame.height; y++)
          for (let x = 0.5; x < frame.width; x++) if (isInside(corners, { x, y })) pixels++;
        const border = sideLengths(corners).reduce((sum, length) => sum + length, 0);
        expect(Math.abs(areaOf(clipToFrame(corners, frame)) - pixels)).toBeLessThan(border);
      }),
      { numRuns: 30 },
    );
  });

  test('is all of a polygon that is inside, and nothing of one that is outside', () => {
    const inside = points([10, 10], [90, 10], [90, 70], [10, 70]);
    expect(clipToFrame(inside, frame)).toEqual(inside);
    expect(clipToFrame(points([-30, 10], [-10, 10], [-10, 70], [-30, 70]), frame)).toEqual([]);
    expect(areaOf(clipToFrame(points([-40, -40], [40, -40], [40, 40], [-40, 40]), frame))).toBe(1600);
  });
});
