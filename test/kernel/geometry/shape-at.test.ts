import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxAt, shapeAt, type TrackKeyframe } from '../../../shared/kernel/geometry/shape-at.ts';

const at = (frame: number, x: number, hidden?: boolean) => ({
  frame,
  x,
  y: 0.5,
  width: 0.2,
  height: 0.1,
  ...(hidden !== undefined && { hidden }),
});

const seen = [at(10, 0), at(20, 0.4), at(30, 0.2)];
const hidden = [at(10, 0), at(20, 0.4), at(22, 0.4, true), at(40, 0.8), at(50, 0.6)];
const xAt = (track: typeof hidden, frame: number) => boxAt(track, frame)?.x;

test('a box lies on the straight line between its keyframes', () => {
  expect(boxAt(seen, 25)).toEqual({ x: expect.closeTo(0.3), y: 0.5, width: 0.2, height: 0.1 });
  expect([10, 20, 30].map((frame) => xAt(seen, frame))).toEqual([0, 0.4, 0.2]);
});

test('there is nothing before the first keyframe and after the last', () => {
  expect([9, 31].map((frame) => boxAt(seen, frame))).toEqual([undefined, undefined]);
  expect(boxAt([], 0)).toBeUndefined();
});

test('there is nothing from a hidden keyframe until the next one that is not', () => {
  for (let frame = 22; frame < 40; frame++) expect(boxAt(hidden, frame)).toBeUndefined();
  expect(xAt(hidden, 40)).toBe(0.8);
  expect(xAt(hidden, 45)).toBeCloseTo(0.7);
  expect(boxAt([at(0, 0.1), at(3, 0.1, true), at(6, 0.2, true), at(9, 0.3)], 8)).toBeUndefined();
});

test('the last box holds until the hidden stretch begins, wherever its keyframe says to be', () => {
  const elsewhere = hidden.map((keyframe) => (keyframe.hidden ? { ...keyframe, x: 0.9 } : keyframe));
  expect([20, 21].map((frame) => xAt(elsewhere, frame))).toEqual([0.4, 0.4]);
});

test('what was lost until the end is nowhere from there on', () => {
  const lost = hidden.slice(0, 3);
  expect([21, 22, 1000].map((frame) => xAt(lost, frame))).toEqual([0.4, undefined, undefined]);
});

test('`hidden: false` is as good as none', () => {
  const stated = seen.map((keyframe) => ({ ...keyframe, hidden: false }));
  for (let frame = 9; frame <= 31; frame++) expect(boxAt(stated, frame)).toEqual(boxAt(seen, frame));
});

test('the rule is the same for any shape that can be interpolated', () => {
  const corners = (frame: number, left: number, lost = false): TrackKeyframe & { corners: number[] } => ({
    frame,
    hidden: lost,
    corners: [left, left + 1, left + 2, left + 3],
  });
  const track = [corners(0, 0), corners(10, 20), corners(11, 20, true), corners(20, 50)];
  const cornersAt = (frame: number) =>
    shapeAt(track, frame, (from, to, share) =>
      from.corners.map((corner, k) => corner + ((to.corners[k] ?? 0) - corner) * share),
    );
  expect([0, 5, 11, 19, 20].map(cornersAt)).toEqual([
    [0, 1, 2, 3],
    [10, 11, 12, 13],
    undefined,
    undefined,
    [50, 51, 52, 53],
  ]);
});

test('in every frame it is what going through the keyframes one by one gives', () => {
  const track = fc
    .array(fc.record({ step: fc.integer({ min: 1, max: 9 }), x: fc.nat(100), hidden: fc.boolean() }))
    .map((entries) => {
      let frame = 0;
      return entries.map(({ step, x, hidden: isHidden }) => {
        frame += step;
        return at(frame, x, isHidden);
      });
    });
  fc.assert(
    fc.property(track, fc.nat(200), (keyframes, frame) => {
      const before = keyframes.findLast((keyframe) => keyframe.frame <= frame);
      const after = keyframes.find((keyframe) => keyframe.frame > frame);
      const found = xAt(keyframes, frame);
      if (!before || before.hidden || (!after && before.frame < frame)) expect(found).toBeUndefined();
      else if (!after || after.hidden || before.frame === frame) expect(found).toBe(before.x);
      else {
        const share = (frame - before.frame) / (after.frame - before.frame);
        expect(found).toBeCloseTo(before.x + (after.x - before.x) * share, 9);
      }
    }),
  );
});
