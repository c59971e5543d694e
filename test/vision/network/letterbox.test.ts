import { expect, test } from 'vitest';
import { letterbox, stretch } from '../../../shared/vision/network/letterbox.ts';

test.each([
  ['wide', 1920, 1080, { width: 416, height: 234, scaleX: 416 / 1920, scaleY: 416 / 1920 }],
  ['tall', 1080, 1920, { width: 234, height: 416, scaleX: 416 / 1920, scaleY: 416 / 1920 }],
  ['small', 104, 104, { width: 416, height: 416, scaleX: 4, scaleY: 4 }],
  ['not evenly divisible', 640, 427, { width: 416, height: 277, scaleX: 0.65, scaleY: 0.65 }],
])('a letterbox keeps the aspect ratio of a %s frame and rounds down', (_, width, height, placement) => {
  expect(letterbox(width, height, 416, 416)).toEqual(placement);
});

test('a letterbox leaves at least one pixel of the thinnest frame', () => {
  expect(letterbox(4000, 1, 416, 416)).toMatchObject({ width: 416, height: 1 });
});

test('a stretch fills the input, each axis with its own scale', () => {
  expect(stretch(832, 208, 416, 416)).toEqual({ width: 416, height: 416, scaleX: 0.5, scaleY: 2 });
});
