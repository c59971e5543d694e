import { describe, expect, test } from 'vitest';
import {
  colourDistance,
  frameSignature,
  structureDistance,
} from '../../../shared/vision/camera/frame-signature.ts';
import { shotBoundaries } from '../../../shared/vision/camera/shot-boundaries.ts';
import { Scene } from '../../../synthetic/scene.ts';

const [WIDTH, HEIGHT] = [160, 90];
const SAMPLES = 40;

/** rgb24 pictures of one shot. */
function shot(seed: number, count = SAMPLES): Uint8Array[] {
  const scene = new Scene(WIDTH, HEIGHT, seed);
  return Array.from({ length: count }, (_, i) => new Uint8Array(scene.at(i / count).image.data));
}

/** The picture with each value changed. */
const through = (picture: Uint8Array, change: (value: number) => number): Uint8Array =>
  Uint8Array.from(new Uint8ClampedArray(Array.from(picture, change)));

/** Upside down and with its colours exchanged: another place. */
function elsewhere(picture: Uint8Array): Uint8Array {
  const reversed = Uint8Array.from(picture).reverse();
  return through(reversed, (value) => value * 0.6 + 80);
}

const boundaries = (pictures: readonly Uint8Array[]): number[] =>
  shotBoundaries(pictures.map((picture) => frameSignature(picture, WIDTH, HEIGHT)));

test('a cut to another place is found at its first frame, and each of several', () => {
  const [a, b, c] = [shot(1, 20), shot(2, 12).map(elsewhere), shot(3, 15)];
  expect(boundaries([...a, ...b, ...c])).toEqual([20, 32]);
});

describe('no cut is', () => {
  test('what moves within a shot', () => {
    for (const seed of [1, 2, 3, 4, 5]) expect(boundaries(shot(seed))).toEqual([]);
  });

  test('a light that goes on', () => {
    expect(boundaries(shot(1).map((p, i) => (i < 20 ? through(p, (v) => v * 0.4) : p)))).toEqual([]);
  });

  test('a flash', () => {
    expect(boundaries(shot(1).map((p, i) => (i === 20 ? through(p, (v) => 200 + v * 0.2) : p)))).toEqual([]);
    expect(boundaries(shot(1).map((p, i) => (i === 20 ? elsewhere(p) : p)))).toEqual([]);
  });

  test('a dissolve', () => {
    const [a, b] = [shot(1), shot(2).map(elsewhere)];
    const mixed = a.map((p, i) => {
      const share = Math.min(1, Math.max(0, (i - 15) / 6));
      return p.map((value, k) => (1 - share) * value + share * (b[i]?.[k] ?? 0));
    });
    expect(boundaries(mixed)).toEqual([]);
  });

  test('a fast pan', () => {
    const wide = new Uint8Array(new Scene(WIDTH * 4, HEIGHT, 7).at(0).image.data);
    const pan = Array.from({ length: SAMPLES }, (_, i) => {
      const left = i * 12;
      return Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, k) => {
        const [row, rest] = [Math.floor(k / (WIDTH * 3)), k % (WIDTH * 3)];
        return wide[row * WIDTH * 12 + left * 3 + rest] ?? 0;
      });
    });
    expect(boundaries(pan)).toEqual([]);
  });

  test('the beginning of a video, or a video of one frame or none', () => {
    expect(boundaries(shot(1, 3))).toEqual([]);
    expect(boundaries(shot(1, 1))).toEqual([]);
    expect(boundaries([])).toEqual([]);
  });
});

test('a frame is at no distance from itself, and a uniform frame can be compared with any', () => {
  const [picture = new Uint8Array()] = shot(1, 1);
  const one = frameSignature(picture, WIDTH, HEIGHT);
  const black = frameSignature(new Uint8Array(picture.length), WIDTH, HEIGHT);
  expect([colourDistance(one, one), structureDistance(one, one)]).toEqual([0, expect.closeTo(0)]);
  expect(colourDistance(black, one)).toBeGreaterThan(0.5);
  expect(structureDistance(black, one)).toBeCloseTo(1, 1);
  expect(structureDistance(black, black)).toBe(0);
});

test('bytes that are no frame of that size are refused', () => {
  expect(() => frameSignature(new Uint8Array(10), 2, 2)).toThrow(RangeError);
});
