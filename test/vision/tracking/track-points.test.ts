import { expect, test } from 'vitest';
import { hiddenStretches } from '../../../shared/vision/tracking/hidden-stretches.ts';
import { Observation, type Sample } from '../../../shared/vision/tracking/observation.ts';
import { trackPoints } from '../../../shared/vision/tracking/track-points.ts';
import type { Tracklet } from '../../../shared/vision/tracking/tracklets.ts';

/** Five samples a second of a camera that moves to the right by a pixel from sample to sample. */
const samples = Array.from(
  { length: 30 },
  (_, index): Sample => ({
    frame: 6 * index,
    time: index / 5,
    shot: 0,
    pose: { scale: 1, x: index, y: 0 },
    observations: [],
  }),
);

function seenAt(first: number, ...rest: number[]): Tracklet {
  const observation = (index: number) =>
    new Observation(
      'person',
      { firstId: index, index, values: Float64Array.of(100 + index, 50, 20, 40, index / 100) },
      0,
    );
  return [observation(first), ...rest.map(observation)];
}

/** Each box of a run has the height of its first observation's index, so that runs can be distinguished. */
const marked = (run: Tracklet) => {
  const first = run[0].index;
  const count = (run.at(-1)?.index ?? first) - first + 1;
  return {
    cx: Float64Array.from({ length: count }, (_, k) => 100 + first + k),
    cy: new Float64Array(count).fill(50),
    width: new Float64Array(count).fill(20),
    height: new Float64Array(count).fill(first),
  };
};

const pointsOf = (tracklet: Tracklet) =>
  trackPoints(tracklet, hiddenStretches(tracklet, samples), samples, marked);

test('a track has a point for every sample between two hidden stretches, in pixels of its frame', () => {
  const { points, hidden } = pointsOf(seenAt(3, 4, 6, 12, 14));
  expect(points.map(({ frame, time, score }) => [frame, time, score])).toEqual([
    [18, 0.6, 0.03],
    [24, 0.8, 0.04],
    [30, 1, null],
    [36, 1.2, 0.06],
    [72, 2.4, 0.12],
    [78, 2.6, null],
    [84, 2.8, 0.14],
  ]);
  expect(points.every(({ box }) => box.x === 90)).toBe(true);
  expect(hidden).toEqual([{ frame: 42, time: 1.4 }]);
});

test('the part before a hidden stretch is smoothed apart from the part seen after it', () => {
  const { points, hidden } = pointsOf(seenAt(1, 2, 10, 20, 21));
  expect(points.map(({ frame, box }) => [frame / 6, box.height])).toEqual([
    [1, 1],
    [2, 1],
    [10, 10],
    [20, 20],
    [21, 20],
  ]);
  expect(hidden.map(({ frame }) => frame / 6)).toEqual([3, 11]);
});
