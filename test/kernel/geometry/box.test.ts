import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, boxFromCorners, intersection, iou } from '../../../shared/kernel/geometry/box.ts';

const box = fc.record({
  x: fc.integer({ min: -50, max: 50 }),
  y: fc.integer({ min: -50, max: 50 }),
  width: fc.integer({ min: 0, max: 60 }),
  height: fc.integer({ min: 0, max: 60 }),
});

/** Area of overlap, counted pixel by pixel. */
function countShared(a: Box, b: Box): number {
  const holds = (c: Box, x: number, y: number) =>
    x >= c.x && x < c.x + c.width && y >= c.y && y < c.y + c.height;
  let count = 0;
  for (let y = a.y; y < a.y + a.height; y++)
    for (let x = a.x; x < a.x + a.width; x++) if (holds(b, x, y)) count++;
  return count;
}

describe('the overlap of two boxes', () => {
  test('is the number of pixels they share', () => {
    fc.assert(
      fc.property(box, box, (a, b) => intersection(a, b) === countShared(a, b)),
      { numRuns: 50 },
    );
  });

  test('as IoU is symmetric, within 0 and 1, and 1 for a box and itself', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        expect(iou(a, b)).toBe(iou(b, a));
        expect(iou(a, b)).toBeGreaterThanOrEqual(0);
        expect(iou(a, b)).toBeLessThanOrEqual(1);
        expect(iou(a, a)).toBe(a.width * a.height > 0 ? 1 : 0);
      }),
    );
  });

  test('is a third for boxes that share half of each', () => {
    const a = { x: 0, y: 0, width: 2, height: 1 };
    expect(iou(a, { ...a, x: 1 })).toBeCloseTo(1 / 3, 12);
  });
});

test('a box from corners is cut at the border of the frame', () => {
  expect(boxFromCorners(-5, 10, 30, 99, 20, 40)).toEqual({ x: 0, y: 10, width: 20, height: 30 });
  expect(boxFromCorners(25, 45, 30, 50, 20, 40)).toMatchObject({ width: 0, height: 0 });
});
