import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { FrameDetections } from '../../../shared/vision/network/detection.ts';
import { scoreThresholds, USUAL_THRESHOLDS } from '../../../shared/vision/tracking/score-thresholds.ts';

const detection = (x: number, y: number, score: number) => ({
  box: { x, y, width: 40, height: 100 },
  score,
  label: 'person',
});

/** So many frames, ten a second, in which objects with these scores stand beside each other. */
const film = (frames: number, scores: readonly number[]): FrameDetections[] =>
  Array.from({ length: frames }, (_, i) => ({
    frame: i,
    time: i / 10,
    detections: scores.map((score, k) => detection(100 * k, 0, score)),
  }));

const crowd = (score: number, count = 24): number[] => Array<number>(count).fill(score);

/** With false alarms anywhere. */
function withAlarms(frames: readonly FrameDetections[], perFrame: number, score: number): FrameDetections[] {
  const random = seededRandom(1);
  const alarm = () => detection(3000 * random(), 1000 * random(), score);
  return frames.map((frame) => ({
    ...frame,
    detections: [...frame.detections, ...Array.from({ length: perFrame }, alarm)],
  }));
}

const logOdds = (share: number): number => Math.log(share / (1 - share));

test('a detector that is sure of what it sees best has the usual thresholds', () => {
  expect(scoreThresholds(film(50, crowd(0.95)))).toEqual(USUAL_THRESHOLDS);
  expect(scoreThresholds(film(50, crowd(1)))).toEqual(USUAL_THRESHOLDS);
});

test('for a detector that is never sure both thresholds are lower by the same log odds', () => {
  const { highScore, lowScore } = scoreThresholds(film(50, [...crowd(0.8), ...crowd(0.3)]));
  const lower = logOdds(0.92) - logOdds(0.8);
  expect(logOdds(0.6) - logOdds(highScore)).toBeCloseTo(lower, 9);
  expect(logOdds(0.1) - logOdds(lowScore)).toBeCloseTo(lower, 9);
});

test('no threshold is so low that anything makes an object', () => {
  expect(scoreThresholds(film(50, crowd(0.3))).highScore).toBeCloseTo(0.2, 9);
});

test('one object that is surely seen for a while says that doubtful ones are none', () => {
  const seldom = film(200, crowd(0.4)).map((frame, i) =>
    i < 30 ? { ...frame, detections: [...frame.detections, detection(5000, 0, 0.95)] } : frame,
  );
  expect(scoreThresholds(seldom)).toEqual(USUAL_THRESHOLDS);
});

test('false alarms that come and go say nothing, however many frames have some', () => {
  expect(scoreThresholds(withAlarms(film(200, []), 3, 0.5))).toEqual(USUAL_THRESHOLDS);
  expect(scoreThresholds(withAlarms(film(200, [0.7, 0.5]), 3, 0.4))).toEqual(USUAL_THRESHOLDS);
});

test.each([
  ['no frames', []],
  ['frames without detections', film(100, [])],
  ['a few frames', film(10, crowd(0.3))],
  ['a few objects', film(100, crowd(0.5, 8))],
  ['scores of 0', film(50, crowd(0))],
])('%s have the usual thresholds', (_, frames) => {
  expect(scoreThresholds(frames)).toEqual(USUAL_THRESHOLDS);
});
