import { describe, expect, test } from 'vitest';
import { formatMot, type MotRow } from '../../../research/mot/mot-file.ts';
import { sampledFrames } from '../../../research/mot/sampled-frames.ts';
import { sample, toRows } from '../../../research/mot/sequence.ts';
import type { FrameDetections } from '../../../shared/vision/network/detection.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

test.each([
  [1, [1, 2, 3, 4, 5, 6, 7]],
  [2, [1, 3, 5, 7]],
  [3, [1, 4, 7]],
  [10, [1]],
])('every sample up to the last detection is looked at, at stride %i', (stride, frames) => {
  expect(sampledFrames([7, 2], 30, stride)).toEqual(frames);
});

test('a video without detections has no samples', () => {
  expect(sampledFrames([], 30, 1)).toEqual([]);
});

test('detections between the samples only say how long the video is', () => {
  expect(sampledFrames([6], 30, 4)).toEqual([1, 5]);
});

test('of a long run without detections the middle is left out', () => {
  expect(sampledFrames([1, 1000], 2, 1)).toEqual([
    ...Array.from({ length: 11 }, (_, i) => 1 + i),
    ...Array.from({ length: 11 }, (_, i) => 990 + i),
  ]);
});

test('runs at the beginning and at the end are shortened, too', () => {
  const frames = sampledFrames([1_000_001, 2_000_000], 1, 10);
  expect(frames).toHaveLength(10 + 10 + 1 + 10 + 10);
  expect(frames[0]).toBe(1);
  expect(frames.at(-1)).toBe(1_999_991);
});

test.each([1, 7])('a frame number of 10⁹ costs no more than a minute of video, at stride %i', (stride) => {
  expect(sampledFrames([1, 1e9], 30, stride).length).toBeLessThan(60 * 30);
});

/** Two people who cross, seen for two seconds from a frame on; now and then one is missed. */
const walk = (from: number, fps: number): MotRow[] =>
  Array.from({ length: 2 * fps }, (_, i) => i).flatMap((i) =>
    [40 + (60 * i) / fps, 200 - (50 * i) / fps].flatMap((x, person) =>
      (i + 3 * person) % 11 === 5
        ? []
        : [
            {
              frame: from + i,
              id: -1,
              box: { x, y: 100 + 5 * person + Math.sin(i), width: 30, height: 80 },
              confidence: i % 7 === 3 ? 0.4 : 0.9,
              category: -1,
            },
          ],
    ),
  );

/** `sample` as it would be if no sample were left out. */
function everySample(rows: readonly MotRow[], fps: number, stride: number) {
  const found = new Map(sample(rows, fps, stride).map((frame) => [frame.frame, frame]));
  const last = Math.max(...rows.map(({ frame }) => frame));
  return Array.from({ length: Math.ceil(last / stride) }, (_, i) => {
    const frame = 1 + i * stride;
    return found.get(frame) ?? { frame, time: (frame - 1) / fps, detections: [] };
  });
}

describe.each([
  [5, 1],
  [10, 1],
  [30, 6],
])('at %i frames a second and stride %i', (fps, stride) => {
  test.each([0.5, 2, 2.9, 3.1, 6, 9, 11, 15, 30, 45])(
    'people who come back after %f s have the tracks that looking at every sample gives',
    (gap) => {
      const rows = [...walk(1 + 8 * fps, fps), ...walk(1 + 10 * fps + Math.round(gap * fps), fps)];
      const written = (frames: Iterable<FrameDetections>) => formatMot(toRows(trackObjects(frames)));
      const tracks = written(sample(rows, fps, stride));
      expect(tracks.split('\n').length).toBeGreaterThan(rows.length / stride / 2);
      expect(tracks).toBe(written(everySample(rows, fps, stride)));
    },
  );
});

test('an object at the beginning and at frame 10⁹ is tracked in both places, as different objects', () => {
  const tracks = [...trackObjects(sample([...walk(1, 10), ...walk(1e9, 10)], 10, 1))];
  expect(tracks.map(({ points }) => points[0]?.frame)).toEqual([1, 1, 1e9, 1e9]);
  expect(tracks.every(({ points }) => points.length === 20)).toBe(true);
});
