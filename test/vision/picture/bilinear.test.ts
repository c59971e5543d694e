import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resizeBilinear } from '../../../shared/vision/picture/bilinear.ts';

/** Levels resized as each of the three colours, from which the others, which are full, must be kept apart. */
function resizeGrey(levels: Uint8Array, ...sizes: [number, number, number, number]): number[] {
  const colours = [0, 1, 2].map((channel) => {
    const source = new Uint8Array(levels.length * 3).fill(255);
    for (const [i, level] of levels.entries()) source[3 * i + channel] = level;
    return [...resizeBilinear(source, ...sizes)].filter((_, i) => i % 3 === channel);
  });
  expect(colours[1]).toEqual(colours[0]);
  expect(colours[2]).toEqual(colours[0]);
  return colours[0] ?? [];
}

test('resizing to the same size changes nothing', () => {
  const image = Uint8Array.from({ length: 5 * 4 * 3 }, (_, i) => (i * 37) % 256);
  expect(resizeBilinear(image, 5, 4, 5, 4)).toEqual(image);
});

// Values of cv2.resize(np.array([[0, 100, 200]], np.uint8), (6, 1)), and of (2, 1) on [[0, 10, 20, 30]].
test('pixels have half-pixel centres and the border is repeated, as in OpenCV', () => {
  expect(resizeGrey(Uint8Array.of(0, 100, 200), 3, 1, 6, 1)).toEqual([0, 25, 75, 125, 175, 200]);
  expect(resizeGrey(Uint8Array.of(0, 10, 20, 30), 4, 1, 2, 1)).toEqual([5, 25]);
});

test('shrinking samples between the two nearest pixels only: there is no antialiasing', () => {
  const spike = Uint8Array.of(0, 0, 0, 0, 255, 0, 0, 0, 0);
  expect(resizeGrey(spike, 9, 1, 3, 1)).toEqual([0, 255, 0]);
  const beside = spike.map((_, i) => (i === 3 ? 255 : 0));
  expect(resizeGrey(beside, 9, 1, 3, 1)).toEqual([0, 0, 0]);
});

test('a plane stays a plane: rows and columns are weighted alike', () => {
  const plane = Uint8Array.from({ length: 8 * 8 }, (_, i) => 4 * (i % 8) + 20 * Math.floor(i / 8));
  const doubled = resizeGrey(plane, 8, 8, 16, 16);
  for (let y = 1; y < 15; y++)
    for (let x = 1; x < 15; x++)
      expect(doubled[y * 16 + x]).toBe(Math.round(4 * ((x + 0.5) / 2 - 0.5) + 20 * ((y + 0.5) / 2 - 0.5)));
});

test('every result lies within the range of the source', () => {
  const size = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(
      size,
      size,
      size,
      size,
      fc.infiniteStream(fc.integer({ min: 40, max: 60 })),
      (w, h, tw, th, s) => {
        const source = Uint8Array.from([...s.take(w * h * 3)]);
        const resized = resizeBilinear(source, w, h, tw, th);
        expect(resized.length).toBe(tw * th * 3);
        expect(Math.min(...resized)).toBeGreaterThanOrEqual(Math.min(...source));
        expect(Math.max(...resized)).toBeLessThanOrEqual(Math.max(...source));
      },
    ),
  );
});

test('a buffer that is no such image is refused', () => {
  expect(() => resizeBilinear(new Uint8Array(10), 2, 2, 4, 4)).toThrow(RangeError);
});
