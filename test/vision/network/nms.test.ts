import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iou } from '../../../shared/kernel/geometry/box.ts';
import { type Candidate, nonMaximumSuppression } from '../../../shared/vision/network/nms.ts';

const at = (x: number, score: number, classIndex = 0): Candidate => ({
  box: { x, y: 0, width: 10, height: 10 },
  score,
  classIndex,
});

test('of two boxes that overlap too much only the better one stays', () => {
  const [worse, better] = [at(0, 0.6), at(1, 0.9)];
  expect(nonMaximumSuppression([worse, better], 0.45)).toEqual([better]);
});

test('a box stays when what overlapped it was itself dropped', () => {
  const [a, b, c] = [at(0, 0.9), at(3, 0.8), at(6, 0.7)];
  expect(nonMaximumSuppression([a, b, c], 0.45)).toEqual([a, c]);
});

test('classes do not suppress each other', () => {
  expect(nonMaximumSuppression([at(0, 0.9, 1), at(0, 0.8, 2)], 0.45)).toHaveLength(2);
});

test('an overlap of exactly the threshold is allowed', () => {
  const [a, b] = [at(0, 0.9), at(5, 0.8)];
  expect(nonMaximumSuppression([a, b], iou(a.box, b.box))).toEqual([a, b]);
});

test('what stays is the best first, overlaps nothing of its class, and covers all that went', () => {
  const candidate = fc.record({
    box: fc.record({
      x: fc.integer({ min: 0, max: 30 }),
      y: fc.integer({ min: 0, max: 30 }),
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
    }),
    score: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    classIndex: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(candidate), (candidates) => {
      const kept = nonMaximumSuppression(candidates, 0.4);
      const clash = (a: Candidate, b: Candidate) => a.classIndex === b.classIndex && iou(a.box, b.box) > 0.4;
      expect(kept).toEqual(kept.toSorted((a, b) => b.score - a.score));
      for (const [i, a] of kept.entries()) expect(kept.slice(i + 1).some((b) => clash(a, b))).toBe(false);
      for (const dropped of candidates.filter((c) => !kept.includes(c)))
        expect(kept.some((k) => k.score >= dropped.score && clash(k, dropped))).toBe(true);
    }),
  );
});
