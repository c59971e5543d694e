import { describe, expect, test } from 'vitest';
import { centredOnSquare, cropResized, type Picture } from '../../../shared/vision/picture/square-crop.ts';

/** Red says in which column a pixel is, green in which row. */
const picture = (width: number, height: number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    return [x, y, 0][i % 3] ?? 0;
  }),
});

const corners = ({ width, height, data }: Picture) =>
  [0, width * height - 1].map((pixel) => [...data.subarray(pixel * 3, pixel * 3 + 2)]);

describe('a crop', () => {
  test('is what the box shows, pixel by pixel where nothing is to be resized', () => {
    const crop = cropResized(picture(40, 30), { x: 10, y: 5, width: 16, height: 8 }, 16);
    expect([crop.width, crop.height]).toEqual([16, 8]);
    expect(corners(crop)).toEqual([
      [10, 5],
      [25, 12],
    ]);
  });

  test('keeps its proportions: the longer side is as asked', () => {
    const tall = cropResized(picture(40, 30), { x: 0, y: 0, width: 5, height: 20 }, 64);
    expect([tall.width, tall.height]).toEqual([16, 64]);
    const line = cropResized(picture(40, 30), { x: 0, y: 3, width: 40, height: 0.2 }, 8);
    expect([line.width, line.height]).toEqual([8, 1]);
  });

  test('ends at the border of the picture, and covers pixels that the box only touches', () => {
    const crop = cropResized(picture(40, 30), { x: -7, y: 26.4, width: 10.5, height: 9 }, 4);
    expect([crop.width, crop.height]).toEqual([4, 4]);
    expect(corners(crop)).toEqual([
      [0, 26],
      [3, 29],
    ]);
  });

  test('of a box outside of the picture is still a picture', () => {
    const crop = cropResized(picture(4, 4), { x: 9, y: -5, width: 2, height: 2 }, 3);
    expect([crop.width, crop.height, crop.data.length]).toEqual([3, 3, 27]);
  });
});

test('on a square it lies in the middle, with the colour around', () => {
  const white = { width: 4, height: 1, data: new Uint8Array(12).fill(255) };
  const { width, height, data } = centredOnSquare(white, 4, [1, 2, 3]);
  expect([width, height]).toEqual([4, 4]);
  const rows = Array.from({ length: 4 }, (_, row) => [...data.subarray(row * 12, row * 12 + 3)]);
  expect(rows).toEqual([
    [1, 2, 3],
    [255, 255, 255],
    [1, 2, 3],
    [1, 2, 3],
  ]);
});
