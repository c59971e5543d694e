import { expect, test } from 'vitest';
import { decodeSsd } from '../../../shared/vision/network/ssd.ts';

/** Three boxes and two classes. */
const boxes = Float32Array.of(0.25, 0.5, 0.75, 1, 0, 0, 0.5, 0.5, -0.125, 0, 0.125, 0.25);
const scores = Float32Array.of(0.25, 0.75, 0.5, 0.125, 0.0625, 0.25);

test('a box has its best class, and lies in pixels of the input', () => {
  expect(decodeSsd(boxes, scores, 400, 200, 2, 0.5)).toEqual([
    { box: { x: 100, y: 100, width: 200, height: 100 }, score: 0.75, classIndex: 1 },
    { box: { x: 0, y: 0, width: 200, height: 100 }, score: 0.5, classIndex: 0 },
  ]);
});

test('a box that reaches beyond the input is left as it is', () => {
  expect(decodeSsd(boxes, scores, 400, 200, 2, 0.2)[2]?.box).toEqual({
    x: -50,
    y: 0,
    width: 100,
    height: 50,
  });
});

test('what is no number is no candidate', () => {
  expect(
    decodeSsd(
      boxes,
      scores.map(() => Number.NaN),
      400,
      200,
      2,
      0,
    ),
  ).toEqual([]);
});

test('scores of another number of boxes or classes are refused', () => {
  expect(() => decodeSsd(boxes, scores, 400, 200, 3, 0.5)).toThrow(RangeError);
});
