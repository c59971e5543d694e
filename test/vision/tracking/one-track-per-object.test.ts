import { expect, test } from 'vitest';
import { type Box, iou } from '../../../shared/kernel/geometry/box.ts';
import type { TrackerFrame } from '../../../shared/vision/tracking/stabilise.ts';
import type { Track } from '../../../shared/vision/tracking/track.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

const RATE = 5;

interface Seen {
  readonly label: string;
  readonly box: Box;
  readonly score?: number;
}

/** Six seconds, of which each sample shows what `look` gives for it. */
const film = (look: (sample: number) => readonly Seen[]): Track[] => [
  ...trackObjects(
    Array.from(
      { length: 6 * RATE },
      (_, i): TrackerFrame => ({
        frame: i,
        time: i / RATE,
        detections: look(i).map(({ label, box, score = 0.9 }) => ({ label, box, score })),
        motion: { scale: 1, x: 0, y: 0 },
      }),
    ),
  ),
];

const walker = (i: number): Box => ({ x: 100 + 10 * i, y: 100, width: 40, height: 100 });
const labels = (tracks: readonly Track[]): string[] => tracks.map(({ label }) => label).sort();

test('an object that hides another of a class never confused with its own does not take over its track', () => {
  const bed = { x: 100, y: 300, width: 400, height: 150 };
  const dog = { x: 150, y: 250, width: 270, height: 200 };
  const tracks = film((i) => [i < 15 ? { label: 'bed', box: bed } : { label: 'dog', box: dog }]);
  expect(labels(tracks)).toEqual(['bed', 'dog']);
});

test('a track is not linked over a gap to an object of a class never confused with its own', () => {
  const tracks = film((i) => [
    { label: 'person', box: { x: 900, y: 50, width: 50, height: 120 } },
    ...(i < 12 ? [{ label: 'bed', box: walker(i) }] : []),
    ...(i > 20 ? [{ label: 'dog', box: { ...walker(i), x: walker(i).x + 60, height: 85 } }] : []),
  ]);
  expect(labels(tracks)).toEqual(['bed', 'dog', 'person']);
});

test('one object that a detector reports under two names at a time is one track', () => {
  const tracks = film((i) => [
    { label: 'cat', box: walker(i), score: i % 3 === 0 ? 0.7 : 0.8 },
    { label: 'dog', box: { ...walker(i), x: walker(i).x + 1 }, score: 0.75 },
  ]);
  expect(labels(tracks)).toEqual(['cat']);
});

test('a part of an object that is reported for seconds is no object of its own', () => {
  const tracks = film((i) => [
    { label: 'person', box: walker(i) },
    ...(i > 8 && i < 20 ? [{ label: 'person', box: { ...walker(i), height: 60 }, score: 0.8 }] : []),
  ]);
  expect(tracks.map(({ points }) => points[0]?.box.height)).toEqual([expect.closeTo(100, 0)]);
});

test('a person who walks for seconds half behind another keeps a track', () => {
  const behind = (i: number): Box => ({ ...walker(i), x: walker(i).x + 14, y: 92 });
  const tracks = film((i) => [
    { label: 'person', box: walker(i) },
    ...(i > 8 && i < 20 ? [{ label: 'person', box: behind(i) }] : []),
  ]);
  expect(tracks).toHaveLength(2);
});

test('a rider lies within the horse for seconds and keeps a track', () => {
  const tracks = film((i) => [
    { label: 'horse', box: walker(i) },
    { label: 'person', box: { ...walker(i), height: 60 } },
  ]);
  expect(labels(tracks)).toEqual(['horse', 'person']);
});

test('a box that takes in a neighbour for one sample hardly bends the track', () => {
  const wide = (i: number): Box => ({ ...walker(i), width: 76 });
  const [track] = film((i) => [{ label: 'person', box: i === 15 ? wide(i) : walker(i) }]);
  for (let i = 14; i < 17; i++) {
    const box = track?.points[i]?.box;
    expect(box && iou(box, walker(i))).toBeGreaterThan(0.85);
  }
});
