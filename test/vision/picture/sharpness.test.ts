import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { resizeBicubic } from '../../../shared/vision/picture/bicubic.ts';
import { sharpness } from '../../../shared/vision/picture/sharpness.ts';

const SIDE = 48;
const random = seededRandom(3);

/** Noise without detail finer than so many pixels. */
const noiseOf = (pixels: number): Uint8Array => {
  const cells = SIDE / pixels;
  const coarse = Uint8Array.from({ length: cells * cells * 3 }, () => 60 + 120 * random());
  return resizeBicubic(coarse, cells, cells, SIDE, SIDE);
};

const picture = (data: Uint8Array) => ({ width: SIDE, height: SIDE, data });

test('sharpness falls with every step of blur', () => {
  const values = [1, 2, 4, 8].map((pixels) => sharpness(picture(noiseOf(pixels))));
  for (const [i, value] of values.entries()) {
    if (i > 0) expect(value).toBeLessThan(0.8 * (values[i - 1] ?? 0));
  }
});

test('neither exposure nor contrast changes it', () => {
  const noise = noiseOf(2);
  const dark = noise.map((value) => Math.round(value / 3));
  expect(sharpness(picture(dark)) / sharpness(picture(noise))).toBeCloseTo(1, 1);
});

test('a picture of one colour, or without an inner pixel, has none', () => {
  expect(sharpness(picture(new Uint8Array(SIDE * SIDE * 3).fill(90)))).toBe(0);
  expect(sharpness({ width: 3, height: 2, data: noiseOf(1).subarray(0, 18) })).toBe(0);
});
