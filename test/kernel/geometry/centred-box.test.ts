import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intersection, iou } from '../../../shared/kernel/geometry/box.ts';
import {
  type CentredBox,
  centredIntersection,
  centredIou,
  verticalIou,
} from '../../../shared/kernel/geometry/centred-box.ts';

const integer = fc.integer({ min: 0, max: 40 });
const centredBox = fc.record({ cx: integer, cy: integer, width: integer, height: integer });
const cornered = ({ cx, cy, width, height }: CentredBox) => ({
  x: cx - width / 2,
  y: cy - height / 2,
  width,
  height,
});

test('boxes by their centres share and overlap as much as by their corners', () => {
  fc.assert(
    fc.property(centredBox, centredBox, (a, b) => {
      expect(centredIntersection(a, b)).toBeCloseTo(intersection(cornered(a), cornered(b)), 9);
      expect(centredIou(a, b)).toBeCloseTo(iou(cornered(a), cornered(b)), 9);
    }),
  );
});

test('vertical extents overlap whatever lies between the boxes', () => {
  const upright = { cx: 0, cy: 10, width: 4, height: 20 };
  expect(verticalIou(upright, { ...upright, cx: 1000 })).toBe(1);
  expect(verticalIou(upright, { ...upright, cy: 20 })).toBeCloseTo(1 / 3, 9);
  expect(verticalIou(upright, { ...upright, cy: 31 })).toBe(0);
});
