import { expect, test } from 'vitest';
import { fitWithin, resize } from '../../../shared/media/pictures/resize.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';

test('averages the area that a pixel covers', () => {
  const image = blankImage(4, 2);
  image.data.set([0, 100, 200, 0, 100, 200, 40, 0, 0, 80, 0, 0], 0);
  image.data.set([200, 100, 0, 200, 100, 0, 40, 0, 0, 0, 0, 0], 12);
  expect([...resize(image, 2, 1).data]).toEqual([100, 100, 100, 40, 0, 0]);
});

test.each([
  [7, 5],
  [31, 40],
  [1, 1],
])('a plain picture stays plain at %i × %i', (width, height) => {
  const resized = resize(blankImage(16, 9, [12, 130, 250]), width, height);
  expect(resized).toEqual(blankImage(width, height, [12, 130, 250]));
});

test('fits a box and keeps proportions, but does not enlarge', () => {
  expect(fitWithin({ width: 1280, height: 720 }, { width: 640, height: 640 })).toEqual({
    width: 640,
    height: 360,
  });
  expect(fitWithin({ width: 100, height: 50 }, { width: 640, height: 640 })).toEqual({
    width: 100,
    height: 50,
  });
});
