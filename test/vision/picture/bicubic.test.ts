import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resizeBicubic } from '../../../shared/vision/picture/bicubic.ts';

const gray = (
  values: readonly number[],
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
) => [...resizeBicubic(Uint8Array.from(values), width, height, toWidth, toHeight, 1)];

const PATTERN = Array.from({ length: 35 }, (_, i) => ((i % 7) * 37 + Math.floor(i / 7) * 91) % 256);

// Values of PIL.Image.fromarray(...).resize((width, height), PIL.Image.BICUBIC), Pillow 9.4.
test('enlarges as Pillow does, up to what overshoots black and white', () => {
  expect(gray([0, 100, 200], 3, 1, 6, 1)).toEqual([0, 17, 71, 129, 183, 209]);
  // biome-ignore format: one row of the picture a line
  expect(gray(PATTERN, 7, 5, 9, 8)).toEqual([
    0, 15, 46, 75, 104, 132, 173, 213, 236,
    31, 52, 90, 127, 155, 192, 148, 122, 154,
    95, 120, 146, 169, 198, 244, 112, 15, 58,
    170, 210, 137, 43, 78, 112, 92, 83, 113,
    139, 178, 106, 11, 47, 81, 124, 164, 187,
    19, 43, 69, 92, 122, 157, 188, 218, 242,
    62, 85, 122, 162, 188, 88, 82, 122, 146,
    113, 137, 168, 202, 226, 27, 0, 40, 64,
  ]);
});

test('shrinks as Pillow does: what lies between two target pixels still counts', () => {
  const row = [0, 10, 250, 30, 40, 250, 60, 5, 80];
  expect(gray(row, 9, 1, 3, 1)).toEqual([70, 116, 67]);
  expect(gray(row, 9, 1, 4, 1)).toEqual([51, 103, 128, 42]);
  expect(gray(PATTERN, 7, 5, 3, 2)).toEqual([95, 130, 133, 110, 116, 126]);
});

test('the same size changes nothing, one colour stays one colour, channels do not mix', () => {
  expect(gray(PATTERN, 7, 5, 7, 5)).toEqual(PATTERN);
  const side = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
      const source = Uint8Array.from({ length: width * height * 3 }, (_, i) => [7, 130, 255][i % 3] ?? 0);
      const resized = resizeBicubic(source, width, height, toWidth, toHeight);
      expect(resized).toEqual(
        Uint8Array.from({ length: toWidth * toHeight * 3 }, (_, i) => [7, 130, 255][i % 3] ?? 0),
      );
    }),
  );
});

test('a buffer that is no such image is refused', () => {
  expect(() => resizeBicubic(new Uint8Array(10), 2, 2, 4, 4)).toThrow(RangeError);
});
