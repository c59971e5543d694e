import { expect, test } from 'vitest';
import { calibrated, uncalibrated } from '../../../shared/vision/network/calibration.ts';

const SCORES = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

test('a calibration of 1, 1, 0 leaves scores as they are', () => {
  for (const score of SCORES) expect(calibrated(score, { a: 1, b: 1, c: 0 })).toBeCloseTo(score, 12);
});

test('scores of a network that is too unsure by a logit are lifted by it', () => {
  expect(calibrated(1 / (1 + Math.E), { a: 1, b: 1, c: 1 })).toBeCloseTo(0.5, 12);
});

test('factors above 1 move scores away from one half, factors below 1 towards it', () => {
  expect(calibrated(0.8, { a: 2, b: 2, c: 0 })).toBeCloseTo(16 / 17, 12);
  expect(calibrated(16 / 17, { a: 0.5, b: 0.5, c: 0 })).toBeCloseTo(0.8, 12);
});

test('the order of scores stays, and each comes back from its probability', () => {
  const calibration = { a: 1.7, b: 0.6, c: -0.8 };
  const probabilities = SCORES.map((score) => calibrated(score, calibration));
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b));
  for (const [i, probability] of probabilities.entries())
    expect(uncalibrated(probability, calibration)).toBeCloseTo(SCORES[i] ?? 0, 12);
});

test('low scores follow a, high scores b', () => {
  const calibration = { a: 2, b: 0.5, c: 0 };
  expect(calibrated(1e-4, calibration) / 1e-8).toBeCloseTo(1, 3);
  expect((1 - calibrated(1 - 1e-4, calibration)) / 1e-2).toBeCloseTo(1, 1);
});

test('scores of 0 and 1 stay what they are', () => {
  const calibration = { a: 0.4, b: 3, c: 5 };
  expect([0, 1].map((score) => calibrated(score, calibration))).toEqual([0, 1]);
  expect(uncalibrated(0, calibration)).toBe(0);
  expect(uncalibrated(1, calibration)).toBeLessThanOrEqual(1);
});

test('no score of at least a probability lies below the score that is given for it', () => {
  const calibration = { a: 0.3, b: 2.2, c: 1.1 };
  for (const probability of SCORES) {
    const score = uncalibrated(probability, calibration);
    expect(calibrated(score, calibration)).toBeLessThanOrEqual(probability);
  }
});
