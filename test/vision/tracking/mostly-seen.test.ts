import { expect, test } from 'vitest';
import type { Track } from '../../../shared/vision/tracking/track.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

const RATE = 10;

/** A person who walks along, and something in one place whose score in each sample is given; 0 where it is not detected. */
const film = (samples: number, score: (sample: number) => number): Track[] => [
  ...trackObjects(
    Array.from({ length: samples }, (_, i) => ({
      frame: i,
      time: i / RATE,
      detections: [
        { box: { x: 50 + 5 * i, y: 300, width: 40, height: 100 }, score: 0.9, label: 'person' },
        { box: { x: 700, y: 100, width: 40, height: 100 }, score: score(i), label: 'person' },
      ].filter((detection) => detection.score > 0),
    })),
  ),
];
const WALKER_ONLY = 1;
const BOTH = 2;

test('false alarms that recur, strung together with doubtful boxes, are no object', () => {
  expect(film(100, (i) => (i % 4 === 0 ? 0.8 : 0.3))).toHaveLength(WALKER_ONLY);
});

test('false alarms that recur with nothing between them are no object', () => {
  expect(film(100, (i) => (i % 4 === 0 ? 0.8 : 0))).toHaveLength(WALKER_ONLY);
});

test('short bursts of false alarms, strung together over seconds, are no object', () => {
  expect(film(100, (i) => (i % 20 < 3 ? 0.8 : 0))).toHaveLength(WALKER_ONLY);
});

test('an object that is hidden for longer than it is seen is one object', () => {
  const tracks = film(48, (i) => (i < 10 || i >= 38 ? 0.9 : 0));
  expect(tracks).toHaveLength(BOTH);
  expect(tracks.map(({ points }) => points.length).toSorted((a, b) => a - b)).toEqual([20, 48]);
});

test('an object of which a detector is sure in every other sample is one', () => {
  expect(film(100, (i) => (i % 2 === 0 ? 0.8 : 0.3))).toHaveLength(BOTH);
});
