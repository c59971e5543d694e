import { describe, expect, test } from 'vitest';
import { expectedObjects } from '../../../shared/domain/job/expected-objects.ts';

const expected = (sampledFrames: number, ...segments: (readonly [number, number, number])[]): number =>
  expectedObjects({
    sampledFrames,
    tracks: Object.fromEntries(
      segments.map(([samples, found, atStart], i) => [i, { samples, found, atStart }]),
    ),
  });

describe('the objects that a job expects to find', () => {
  test('are none before anything was looked at', () => {
    expect(expected(100)).toBe(0);
    expect(expectedObjects({ sampledFrames: 100, tracks: {} })).toBe(0);
  });

  test('are those that were found, once everything has been looked at', () => {
    expect(expected(100, [100, 17, 5])).toBe(17);
  });

  test('count what goes on from segment to segment once', () => {
    expect(expected(100, [50, 8, 8], [50, 8, 8])).toBe(8);
    expect(expected(100, [50, 8, 6], [50, 7, 4])).toBe(6 + 2 + 3);
  });

  test('grow with the remaining work: more begin later, but not as many as until now', () => {
    const half = expected(100, [50, 40, 10]);
    expect(half).toBeGreaterThan(40);
    expect(half).toBeLessThan(10 + 2 * 30);
    expect(expected(200, [50, 40, 10])).toBeGreaterThan(half);
  });
});
