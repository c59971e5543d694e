import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonRanges, frameCount, seenRanges } from '../../../shared/domain/document/seen-ranges.ts';
import { boxAt } from '../../../shared/kernel/geometry/shape-at.ts';

const track = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 6 }), hidden: fc.boolean() }), { maxLength: 20 })
  .map((entries) => {
    let frame = 0;
    return entries.map(({ step, hidden }) => {
      frame += step;
      return { frame, hidden, x: 0, y: 0, width: 1, height: 1 };
    });
  });
const FRAMES = Array.from({ length: 130 }, (_, frame) => frame);

test('the ranges are the frames in which readers draw something, each as long as can be', () => {
  fc.assert(
    fc.property(track, (keyframes) => {
      const ranges = seenRanges(keyframes);
      const within = FRAMES.filter((frame) =>
        ranges.some(({ first, last }) => first <= frame && frame <= last),
      );
      expect(within).toEqual(FRAMES.filter((frame) => boxAt(keyframes, frame) !== undefined));
      expect(frameCount(ranges)).toBe(within.length);
      for (const [k, { first }] of ranges.slice(1).entries())
        expect(first).toBeGreaterThan((ranges[k]?.last ?? 0) + 1);
    }),
  );
});

test('common ranges are the frames in which both tracks show something', () => {
  fc.assert(
    fc.property(track, track, (a, b) => {
      const common = commonRanges(seenRanges(a), seenRanges(b));
      const both = FRAMES.filter((frame) => boxAt(a, frame) && boxAt(b, frame));
      expect(
        FRAMES.filter((frame) => common.some(({ first, last }) => first <= frame && frame <= last)),
      ).toEqual(both);
      expect(frameCount(common)).toBe(both.length);
    }),
  );
});
