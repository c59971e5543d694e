import { expect, test } from 'vitest';
import { shrunkenFrame } from '../../../../shared/vision/planar/frame/shrunken-frame.ts';

const plane = (width: number, height: number, at: (x: number, y: number) => number) => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
});

test('what lies at a place of the part lies at the same share of the smaller frame', () => {
  const ramp = plane(80, 60, (x, y) => 2 * (x + 0.5) + (y + 0.5));
  const { width, height, data } = shrunkenFrame(ramp, { left: 10, top: 20, right: 60, bottom: 50 }, 0.7);
  expect([width, height]).toEqual([35, 21]);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [10 + (x + 0.5) / 0.7, 20 + (y + 0.5) / 0.7];
      expect(Math.abs((data[y * width + x] as number) - (2 * u + v))).toBeLessThanOrEqual(0.51);
    }
});

test('lines of single pixels become grey instead of coming and going', () => {
  const lines = plane(64, 64, (x) => (x % 2) * 200);
  const { data } = shrunkenFrame(lines, { left: 0, top: 0, right: 64, bottom: 64 }, 0.5);
  for (const level of data) expect(Math.abs(level - 100)).toBeLessThanOrEqual(1);
});

test('a part without any extent gives a frame of one pixel', () => {
  const one = plane(4, 4, () => 7);
  expect(shrunkenFrame(one, { left: 4, top: 4, right: 2, bottom: 3 }, 0.7).data).toEqual(Uint8Array.of(7));
});
