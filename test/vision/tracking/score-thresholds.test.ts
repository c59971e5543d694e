import { expect, test } from 'vitest';
import { scoreThresholds, USUAL_THRESHOLDS } from '../../../shared/vision/tracking/score-thresholds.ts';

const film = (frames: number, scores: readonly number[]) =>
  Array.from({ length: frames }, (_, i) => ({
    frame: i,
    time: i / 10,
    detections: scores.map((score, k) => ({
      box: { x: 100 * k, y: 0, width: 40, height: 100 },
      score,
      label: 'person',
    })),
  }));
const logOdds = (share: number): number => Math.log(share / (1 - share));

test('a detector that is sure of what it sees best has the usual thresholds', () => {
  expect(scoreThresholds(film(50, [0.95, 0.4, 0.1]))).toEqual(USUAL_THRESHOLDS);
  expect(scoreThresholds(film(50, [1, 1, 0.1]))).toEqual(USUAL_THRESHOLDS);
});

test('for a detector that is never sure both thresholds are lower by the same log odds', () => {
  const { highScore, lowScore } = scoreThresholds(film(50, [0.8, 0.3]));
  const lower = logOdds(0.92) - logOdds(0.8);
  expect(logOdds(0.6) - logOdds(highScore)).toBeCloseTo(lower, 9);
  expect(logOdds(0.1) - logOdds(lowScore)).toBeCloseTo(lower, 9);
});

test('a video in which there is nothing to be sure of does not make objects of anything', () => {
  expect(scoreThresholds(film(50, [0.05, 0.02])).highScore).toBeCloseTo(0.2, 9);
});

test.each([
  ['no frames', []],
  ['frames without detections', film(100, [])],
  ['a few frames', film(10, [0.3])],
  ['scores of 0', film(50, [0])],
])('%s have thresholds between 0 and 1', (_, frames) => {
  const { highScore, lowScore } = scoreThresholds(frames);
  expect(lowScore).toBeGreaterThan(0);
  expect(highScore).toBeGreaterThan(lowScore);
  expect(highScore).toBeLessThanOrEqual(USUAL_THRESHOLDS.highScore);
});
