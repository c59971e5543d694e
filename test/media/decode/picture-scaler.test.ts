import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { describe, expect, test } from 'vitest';
import { PictureScaler } from '../../../shared/media/decode/picture-scaler.ts';
import { rgbFrame } from '../../../shared/media/pictures/pixel-format.ts';
import { resizeBilinear } from '../../../shared/vision/picture/bilinear.ts';
import { sampled } from '../../support/run/long.ts';

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

describe('whatever a stream says of its pictures, they are scaled', () => {
  const everyByte = [...Array(256).keys()];
  const scaledAs = (describe: (picture: Frame) => void): Uint8Array => {
    using picture = rgbFrame({ width: 192, height: HEIGHT, data: pixelsOf(192, 1) });
    describe(picture);
    return new PictureScaler({ ...SIZE, format: 'gray8' }).scale(picture);
  };
  const undescribed = scaledAs(() => {});

  test('two fields are scaled as the lines of one picture', () => {
    const fields = scaledAs((picture) => picture.setFlags(AV_FRAME_FLAG_INTERLACED));
    expect(Buffer.compare(fields, undescribed)).toBe(0);
  });

  test.each(['colorPrimaries', 'colorTrc', 'colorSpace', 'colorRange'] as const)(
    '%s may have any value',
    { tags: 'sampled' },
    (field) => {
      for (const value of everyByte.slice(0, sampled(everyByte.length))) {
        const scaled = scaledAs((picture) => Object.assign(picture, { [field]: value }));
        expect(scaled).toHaveLength(SIZE.width * SIZE.height);
      }
    },
  );
});
