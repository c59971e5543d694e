import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSegments } from '../../../shared/domain/job/plan-segments.ts';

const every = (step: number, count: number): number[] => Array.from({ length: count }, (_, i) => i * step);

const sizes = (boundaries: readonly number[]): number[] =>
  boundaries.slice(1).map((end, i) => end - (boundaries[i] ?? 0));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('segments', () => {
  test('a short video is one', () => {
    expect(planSegments(every(6, 50), [0], 640 * 360).boundaries).toEqual([0, 50]);
  });

  test('an hour of 1080p at five samples a second is a few hundred, of about equal size', () => {
    const { boundaries, seconds } = planSegments(every(6, 18_000), every(60, 1800), 1920 * 1080);
    const lengths = sizes(boundaries);
    expect(lengths.length).toBeGreaterThan(100);
    expect(lengths.length).toBeLessThan(500);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2);
    expect(sum(seconds)).toBeGreaterThan(600);
  });

  test('cover every sample exactly once, in order, with at most 256 in each', () => {
    const video = fc.record({
      step: fc.integer({ min: 1, max: 60 }),
      count: fc.integer({ min: 1, max: 2000 }),
      keyInterval: fc.integer({ min: 1, max: 1000 }),
      pixels: fc.integer({ min: 16, max: 8192 * 4320 }),
    });
    fc.assert(
      fc.property(video, ({ step, count, keyInterval, pixels }) => {
        const { boundaries, seconds } = planSegments(every(step, count), every(keyInterval, 3000), pixels);
        expect(seconds).toHaveLength(boundaries.length - 1);
        expect(boundaries[0]).toBe(0);
        expect(boundaries.at(-1)).toBe(count);
        for (const size of sizes(boundaries)) {
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(256);
        }
      }),
    );
  });

  test('frames between samples that start at a key frame cost nothing', () => {
    const sparse = sum(planSegments(every(100, 40), every(100, 40), 1920 * 1080).seconds);
    const dense = sum(planSegments(every(100, 40), [0], 1920 * 1080).seconds);
    expect(sparse).toBeLessThan(dense / 5);
  });
});
