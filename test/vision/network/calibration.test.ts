import { expect, test } from 'vitest';
import { calibrated, uncalibrated } from '../../../shared/vision/network/calibration.ts';

const SCORES = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

test('a calibration of slope 1 and intercept 0 leaves scores as they are', () => {
  for (const score of SCORES) expect(calibrated(score, { slope: 1, intercept: 0 })).toBeCloseTo(score, 12);
});

test('scores of a network that is too unsure by a logit are lifted by it', () => {
  expect(calibrated(1 / (1 + Math.E), { slope: 1, intercept: 1 })).toBeCloseTo(0.5, 12);
});

test('a slope above 1 moves scores away from one half, one below 1 towards it', () => {
  expect(calibrated(0.8, { slope: 2, intercept: 0 })).toBeCloseTo(16 / 17, 12);
  expect(calibrated(16 / 17, { slope: 0.5, intercept: 0 })).toBeCloseTo(0.8, 12);
});

test('the order of scores stays, and each comes back from its probability', () => {
  const calibration = { slope: 1.7, intercept: -0.8 };
  const probabilities = SCORES.map((score) => calibrated(score, calibration));
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b));
  for (const [i, probability] of probabilities.entries())
    expect(uncalibrated(probability, calibration)).toBeCloseTo(SCORES[i] ?? 0, 12);
});

test.each([0, 1])('%i stays %i', (score) => {
  const calibration = { slope: 0.4, intercept: 5 };
  expect(calibrated(score, calibration)).toBe(score);
  expect(uncalibrated(score, calibration)).toBe(score);
});
