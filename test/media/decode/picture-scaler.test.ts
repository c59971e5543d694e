import { expect, test } from 'vitest';
import { PictureScaler } from '../../../shared/media/decode/picture-scaler.ts';
import { rgbFrame } from '../../../shared/media/pictures/pixel-format.ts';
import { resizeBilinear } from '../../../shared/vision/picture/bilinear.ts';

const HEIGHT = 90;
const SIZE = { width: 100, height: 60, format: 'rgb24' } as const;

/** A picture in which no two neighbours are alike. */
const pixelsOf = (width: number, seed: number): Uint8Array =>
  Uint8Array.from({ length: 3 * width * HEIGHT }, (_, i) => Math.imul(i + seed, 2654435761) >>> 24);

test.each([
  ['fill them', 192],
  ['are padded', 157],
])('pictures are interpolated from their own pixels, also where rows in memory %s', (_, width) => {
  const scaler = new PictureScaler(SIZE);
  for (const seed of [1, 2]) {
    const pixels = pixelsOf(width, seed);
    using picture = rgbFrame({ width, height: HEIGHT, data: pixels });
    const expected = resizeBilinear(pixels, width, HEIGHT, SIZE.width, SIZE.height);
    expect(Buffer.compare(scaler.scale(picture) ?? Buffer.alloc(0), expected)).toBe(0);
  }
});
