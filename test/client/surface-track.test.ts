import { expect, test } from 'vitest';
import { frameAt, surfaceAt } from '../../client/surface-track.ts';

/** A surface in frames of 1/25 s, the first of which begins at 0.08 s. */
const keyframe = (frame: number, x: number) => ({
  frame,
  time: 0.08 + frame / 25,
  corners: [
    { x, y: 0.1 },
    { x: x + 0.2, y: 0.1 },
    { x: x + 0.2, y: 0.4 },
    { x, y: 0.4 },
  ],
});
const surface = {
  kind: 'surface' as const,
  track: [
    keyframe(10, 0.1),
    keyframe(20, 0.3),
    { ...keyframe(21, 0.3), hidden: true },
    keyframe(40, 0.5),
    keyframe(50, 0.5),
  ],
};

test('corners lie on the straight line between those of the keyframes, in the order in which they were marked', () => {
  expect(surfaceAt(surface, 15)).toEqual([
    { x: expect.closeTo(0.2), y: 0.1 },
    { x: expect.closeTo(0.4), y: 0.1 },
    { x: expect.closeTo(0.4), y: 0.4 },
    { x: expect.closeTo(0.2), y: 0.4 },
  ]);
});

test('a surface is nowhere while it is lost, nor outside of its keyframes', () => {
  const seen = [9, 10, 20, 21, 39, 40, 50, 51].filter((frame) => surfaceAt(surface, frame) !== undefined);
  expect(seen).toEqual([10, 20, 40, 50]);
});

test('an object that is no surface has no corners', () => {
  const box = { frame: 0, time: 0, x: 0, y: 0, width: 1, height: 1 };
  expect(surfaceAt({ kind: 'box', track: [box] }, 0)).toBeUndefined();
});

test('the frame of a time is the one that begins then, also where times are rounded to a millisecond', () => {
  for (let frame = 10; frame <= 50; frame++)
    for (const error of [-0.0005, 0, 0.0005])
      expect(frameAt(surface, 0.08 + frame / 25 + error), `frame ${frame}`).toBe(frame);
});

test('there is no frame outside of the keyframes', () => {
  expect([0, 0.4, 2.2].map((time) => frameAt(surface, time))).toEqual([undefined, undefined, undefined]);
  expect(frameAt({ track: [] }, 0)).toBeUndefined();
});

test('frames of a variable rate are exact at keyframes', () => {
  const track = [0, 1, 5, 9].map((frame, i) => ({ ...keyframe(frame, 0.1), time: [0, 0.5, 0.6, 3][i] ?? 0 }));
  expect([0, 0.5, 0.6, 3].map((time) => frameAt({ track }, time))).toEqual([0, 1, 5, 9]);
});
