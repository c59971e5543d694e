import { expect, test } from 'vitest';
import { detectedObject } from '../../../shared/service/detection/detected-object.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';

const point = (frame: number, x: number) => ({
  frame,
  time: frame / 30,
  box: { x, y: 30, width: 100, height: 50 },
  score: 0.9,
});

const track: Track = {
  label: 'dog',
  confidence: 0.912_345_67,
  points: [point(0, -10), point(6, 100), point(60, 500), point(66, 950)],
  hidden: [{ frame: 12, time: 0.4 }],
};

test('a track is described in fractions of the frame, cut off at its edges', () => {
  const { keyframes, ...object } = detectedObject(track, { width: 1000, height: 200 });
  expect(object).toEqual({
    label: 'dog',
    confidence: 0.912346,
    firstFrame: 0,
    lastFrame: 66,
    frameCount: 67,
  });
  expect(keyframes[0]).toEqual({ frame: 0, time: 0, x: 0, y: 0.15, width: 0.09, height: 0.25 });
  expect(keyframes.at(-1)).toEqual({ frame: 66, time: 2.2, x: 0.95, y: 0.15, width: 0.05, height: 0.25 });
});

test('a keyframe that begins a hidden stretch has the last box seen; others have no such member', () => {
  const { keyframes } = detectedObject(track, { width: 1000, height: 200 });
  const seen = { y: 0.15, width: 0.1, height: 0.25 };
  expect(keyframes.slice(1, 4)).toEqual([
    { ...seen, frame: 6, time: 0.2, x: 0.1 },
    { ...seen, frame: 12, time: 0.4, x: 0.1, hidden: true },
    { ...seen, frame: 60, time: 2, x: 0.5 },
  ]);
  expect(keyframes.filter((keyframe) => 'hidden' in keyframe)).toHaveLength(1);
});
