import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeJpeg, encodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { blankImage, type RgbImage } from '../../../shared/media/pictures/rgb-image.ts';
import { thumbnail } from '../../../shared/media/pictures/thumbnail.ts';
import { Scene } from '../../../synthetic/scene.ts';

/** Stripes of pure colours, 16 pixels wide, on an odd-sized picture. */
function stripes(width: number, height: number): RgbImage {
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
    [0, 0, 0],
  ];
  const image = blankImage(width, height);
  for (let i = 0; i < width * height; i++) {
    image.data.set(colours[Math.floor((i % width) / 16) % colours.length] ?? [], i * 3);
  }
  return image;
}

const largestDifference = (a: RgbImage, b: RgbImage): number =>
  a.data.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (b.data[i] ?? 0))), 0);

describe('JPEG', () => {
  test('keeps size and colours, also of odd sizes and next to sharp edges', async () => {
    const image = stripes(83, 41);
    const decoded = await decodeJpeg(await encodeJpeg(image, 1));
    expect([decoded.width, decoded.height]).toEqual([83, 41]);
    expect(largestDifference(decoded, image)).toBeLessThanOrEqual(8);
  });

  test('is the same bytes for the same picture', async () => {
    expect(await encodeJpeg(stripes(64, 48))).toEqual(await encodeJpeg(stripes(64, 48)));
  });

  test('takes fewer bytes with a coarser quantizer', async () => {
    const { image } = new Scene(320, 180, 1).at(0);
    const [fine, coarse] = [await encodeJpeg(image, 2), await encodeJpeg(image, 25)];
    expect(coarse.length).toBeLessThan(fine.length / 3);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('not a picture')],
    ['a JPEG header alone', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
  ])('refuses %s', async (_, bytes) => {
    await expect(decodeJpeg(bytes)).rejects.toThrow('decode JPEG');
  });
});

test.each([
  [1920, 1080, 640, 360],
  [1080, 1920, 360, 640],
  [320, 200, 320, 200],
  [5000, 3, 640, 1],
])('the thumbnail of %i × %i pixels has %i × %i', async (width, height, expectedWidth, expectedHeight) => {
  const decoded = await decodeJpeg(await thumbnail(blankImage(width, height, [200, 40, 90])));
  expect([decoded.width, decoded.height]).toEqual([expectedWidth, expectedHeight]);
  expect([...decoded.data.subarray(0, 3)].map((value) => Math.round(value / 10) * 10)).toEqual([200, 40, 90]);
});

const folder = process.env.VMS_DETECTOR_DIR;
describe.skipIf(!folder)('photographs (skipped: VMS_DETECTOR_DIR is not set)', () => {
  const images = path.join(folder ?? '', 'images');
  test.each(folder ? readdirSync(images).slice(0, 8) : [])(
    '%s survives encoding and decoding',
    async (name) => {
      const photograph = await decodeJpeg(readFileSync(path.join(images, name)));
      const again = await decodeJpeg(await encodeJpeg(photograph));
      const total = photograph.data.reduce(
        (sum, value, i) => sum + Math.abs(value - (again.data[i] ?? 0)),
        0,
      );
      expect(total / photograph.data.length).toBeLessThan(4);
    },
  );
});
