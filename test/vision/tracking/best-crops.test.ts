import { expect, test } from 'vitest';
import { bestCrops } from '../../../shared/vision/tracking/best-crops.ts';
import type { TrackPoint } from '../../../shared/vision/tracking/track.ts';

const point = (frame: number, score: number | null, side = 100): TrackPoint => ({
  frame,
  time: frame / 10,
  box: { x: 0, y: 0, width: side, height: side },
  score,
});

test('each stretch of the track gives its best observation', () => {
  const points = [0.5, 0.9, 0.6, 0.6, 0.7, 0.8, 0.3, 0.2, 0.4].map((score, i) => point(i, score));
  expect(bestCrops(points, 3, 100).map(({ frame, weight }) => [frame, weight])).toEqual([
    [1, 0.9],
    [5, 0.8],
    [8, 0.4],
  ]);
});

test('size counts up to what is enough, and the earlier of two equal ones is taken', () => {
  const points = [point(0, 0.9, 50), point(1, 0.8, 100), point(2, 0.8, 400)];
  expect(bestCrops(points, 1, 100)).toEqual([{ frame: 1, box: points[1]?.box, weight: 0.8 }]);
});

test('where the object was not observed there is no crop', () => {
  const points = [point(0, 0.5), point(1, null, 900), point(2, 0.4)];
  expect(bestCrops(points, 5, 100).map(({ frame }) => frame)).toEqual([0, 2]);
  expect(bestCrops([], 5, 100)).toEqual([]);
});

test('never more than asked for, each once, in the order of time', () => {
  for (const length of [1, 4, 5, 6, 99]) {
    const points = Array.from({ length }, (_, i) => point(i, ((i * 37) % 11) / 11 + 0.01));
    const frames = bestCrops(points, 5, 100).map(({ frame }) => frame);
    expect(frames).toHaveLength(Math.min(5, length));
    expect(frames).toEqual([...new Set(frames)].sort((a, b) => a - b));
  }
});
