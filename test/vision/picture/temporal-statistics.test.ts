import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { temporalMedian, temporalNoise } from '../../../shared/vision/picture/temporal-statistics.ts';

describe('the temporal median', () => {
  test('is the lower median of every byte', () => {
    const levels = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(levels, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const [median] = temporalMedian(values.map((value) => Uint8Array.of(value)));
        expect(median).toBe(sorted[Math.ceil(values.length / 2) - 1]);
      }),
    );
  });

  test('shows the scene behind an object that covers it in less than half of the frames', () => {
    const frames = Array.from({ length: 11 }, (_, t) =>
      Uint8Array.from([10, 20, 30], (v, i) => (t % 3 === i ? 200 : v)),
    );
    expect([...temporalMedian(frames)]).toEqual([10, 20, 30]);
  });

  test('of no frames is refused', () => {
    expect(() => temporalMedian([])).toThrow(RangeError);
  });
});

describe('the temporal noise', () => {
  /** Normal noise by the sum of twelve uniform numbers. */
  const random = seededRandom(7);
  const gauss = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b, -6);
  const frames = (sigma: number, level: (t: number) => number) =>
    Array.from({ length: 400 }, (_, t) => Uint8Array.of(Math.round(level(t) + sigma * gauss())));

  test('is the standard deviation of normal noise', () => {
    expect(temporalNoise(frames(8, () => 128))[0]).toBeCloseTo(8, -0.5);
  });

  test('takes neither a passing object nor a slow change of the light for noise', () => {
    const passing = (t: number) => (t > 100 && t < 160 ? 220 : 60) + t / 8;
    expect(temporalNoise(frames(4, passing))[0]).toBeLessThan(6);
  });

  test('of a single frame is nothing', () => {
    expect([...temporalNoise([Uint8Array.of(5, 6)])]).toEqual([0, 0]);
  });
});
