import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxAt } from '../../../shared/kernel/geometry/shape-at.ts';
import { cornerError, type ReducedPoint, toKeyframes } from '../../../shared/vision/tracking/keyframes.ts';
import type { Track, TrackPoint } from '../../../shared/vision/tracking/track.ts';

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

/** A stretch begins in the frame after a point, or later before the next one. */
const withHidden = fc
  .tuple(track, fc.array(fc.tuple(fc.nat(40), fc.nat(8))))
  .map(([points, after]): Pick<Track, 'points' | 'hidden'> => {
    const frames = new Map<number, number>();
    for (const [position, delay] of after) {
      const [from, to] = [points[position]?.frame, points[position + 1]?.frame];
      if (from !== undefined && to !== undefined && to - from > 1)
        frames.set(position, from + 1 + (delay % (to - from - 1)));
    }
    const hidden = [...frames.values()].sort((a, b) => a - b);
    return { points, hidden: hidden.map((frame) => ({ frame, time: frame / 25 })) };
  });
const tolerances = fc.double({ min: 0, max: 200, noNaN: true });

/** As a reader of the document has them. */
const asRead = (keyframes: readonly ReducedPoint[]) =>
  keyframes.map(({ box, ...keyframe }) => ({ ...keyframe, ...box }));

test('readers find every point within the tolerance, and nothing in hidden stretches', () => {
  fc.assert(
    fc.property(withHidden, tolerances, (tracked, tolerance) => {
      const keyframes = asRead(toKeyframes(tracked, tolerance));
      for (const { frame, box } of tracked.points) {
        const found = boxAt(keyframes, frame);
        expect(found && cornerError(found, box)).toBeLessThanOrEqual(tolerance + 1e-9);
      }
      for (const { frame: first } of tracked.hidden) {
        const next = tracked.points.find(({ frame }) => frame > first)?.frame ?? 0;
        for (let frame = first; frame < next; frame++) expect(boxAt(keyframes, frame)).toBeUndefined();
      }
    }),
  );
});

test('keyframes are points of the track, with its ends and those around hidden stretches among them', () => {
  fc.assert(
    fc.property(withHidden, tolerances, ({ points, hidden }, tolerance) => {
      const keyframes = toKeyframes({ points, hidden }, tolerance);
      expect(keyframes[0]).toBe(points[0]);
      expect(keyframes.at(-1)).toBe(points.at(-1));
      expect(keyframes.map(({ frame }) => frame)).toEqual(
        keyframes.map(({ frame }) => frame).toSorted((a, b) => a - b),
      );
      expect(
        keyframes.filter((keyframe) => !keyframe.hidden).every((kept) => points.includes(kept as TrackPoint)),
      ).toBe(true);
      for (const { frame, time } of hidden) {
        const position = keyframes.findIndex((keyframe) => keyframe.frame === frame);
        const before = points.findLast((point) => point.frame < frame);
        expect(keyframes[position - 1]).toBe(before);
        expect(keyframes[position]).toEqual({ frame, time, box: before?.box, hidden: true });
        expect(keyframes[position + 1]).toBe(points.find((point) => point.frame > frame));
      }
      expect(keyframes.filter((keyframe) => keyframe.hidden)).toHaveLength(hidden.length);
    }),
  );
});

test('steady motion needs two keyframes, whatever its length, and two more and a hidden one for each stretch', () => {
  const points = Array.from({ length: 1000 }, (_, frame) => ({
    frame,
    time: frame / 30,
    box: { x: 3 * frame, y: 2 * frame, width: 10 + frame, height: 20 },
    score: 0.9,
  }));
  expect(toKeyframes({ points, hidden: [] }, 0.01)).toHaveLength(2);
  const seen = points.filter(({ frame }) => frame < 300 || frame >= 400);
  expect(
    toKeyframes({ points: seen, hidden: [{ frame: 300, time: 10 }] }, 0.01).map(({ frame }) => frame),
  ).toEqual([0, 299, 300, 400, 999]);
});

test('an empty track has no keyframes', () => {
  expect(toKeyframes({ points: [], hidden: [] }, 1)).toEqual([]);
});
