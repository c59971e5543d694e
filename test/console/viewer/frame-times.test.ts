import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameTimes } from '../../../console/viewer/frame-times.ts';

/** Increasing times, seconds, from a step of a millisecond to one of a second. */
const increasing = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 })
  .map((steps) => {
    let time = 0;
    return steps.map((step) => {
      time += step / 1000;
      return time;
    });
  });

describe('frame times', () => {
  test('find every frame by its time, and by the middle of its time', () => {
    fc.assert(
      fc.property(increasing, (list) => {
        const times = new FrameTimes(list);
        for (const [frame, time] of list.entries()) {
          expect(times.nearest(time)).toBe(frame);
          // The middle is as near to the next frame.
          expect(times.nearest(times.middleOf(frame) - 1e-9)).toBe(frame);
        }
      }),
    );
  });

  test('find the nearest frame, as a search through all does', () => {
    fc.assert(
      fc.property(increasing, fc.double({ min: -1, max: 60, noNaN: true }), (list, time) => {
        const found = new FrameTimes(list).nearest(time);
        const distances = list.map((at) => Math.abs(at - time));
        expect(distances[found]).toBe(Math.min(...distances));
      }),
    );
  });

  test('the last frame lasts as long as that before it, a single one for no time', () => {
    expect(new FrameTimes([0, 0.5, 0.75]).stepAfter(2)).toBe(0.25);
    expect(new FrameTimes([0, 0.5, 0.75]).middleOf(2)).toBe(0.875);
    expect(new FrameTimes([3]).middleOf(0)).toBe(3);
  });

  test('frames outside of the video stand for the first and the last', () => {
    const times = new FrameTimes([0, 1, 2]);
    expect([-5, 1.7, 99].map((frame) => times.clamp(frame))).toEqual([0, 1, 2]);
    expect(() => new FrameTimes([])).toThrow(RangeError);
  });
});
