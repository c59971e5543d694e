import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpolate } from '../../../shared/kernel/geometry/interpolate.ts';
import { cornerError, toKeyframes } from '../../../shared/vision/tracking/keyframes.ts';
import type { TrackPoint } from '../../../shared/vision/tracking/track.ts';

const coordinate = fc.double({ min: -100, max: 1000, noNaN: true });
const box = fc.record({
  x: coordinate,
  y: coordinate,
  width: coordinate.map(Math.abs),
  height: coordinate.map(Math.abs),
});
const track = fc
  .array(fc.record({ box, step: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 40 })
  .map((entries) => {
    let frame = 0;
    return entries.map(({ box, step }): TrackPoint => {
      frame += step;
      return { frame, time: frame / 25, box, score: 1 };
    });
  });

test('every point is restored within the tolerance, from keyframes that are points of the track', () => {
  fc.assert(
    fc.property(track, fc.double({ min: 0, max: 200, noNaN: true }), (points, tolerance) => {
      const keyframes = toKeyframes(points, tolerance);
      expect(keyframes[0]).toBe(points[0]);
      expect(keyframes.at(-1)).toBe(points.at(-1));
      for (const point of points) {
        const to = keyframes.find(({ frame }) => frame >= point.frame);
        const from = keyframes.findLast(({ frame }) => frame <= point.frame);
        if (!from || !to) throw new Error('A point lies outside its keyframes.');
        const share = from === to ? 0 : (point.frame - from.frame) / (to.frame - from.frame);
        expect(cornerError(point.box, interpolate(from.box, to.box, share))).toBeLessThanOrEqual(
          tolerance + 1e-9,
        );
      }
    }),
  );
});

test('steady motion needs two keyframes, whatever its length', () => {
  const points = Array.from({ length: 1000 }, (_, frame) => ({
    frame,
    time: frame / 30,
    box: { x: 3 * frame, y: 2 * frame, width: 10 + frame, height: 20 },
    score: 0.9,
  }));
  expect(toKeyframes(points, 0.01)).toHaveLength(2);
});

test('an empty track has no keyframes', () => {
  expect(toKeyframes([], 1)).toEqual([]);
});
