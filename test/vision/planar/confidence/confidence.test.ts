import { expect, test } from 'vitest';
import {
  confidenceOf,
  evidenceOf,
  mostConfidence,
  type Signs,
} from '../../../../shared/vision/planar/confidence/confidence.ts';

/** A pose at which most cells fit, though few closely: as where a surface mirrors something, or something is mirrored there. */
const signs = (share: number, shown: number | null, weaker = shown ?? 0, closeness = 0.6): Signs => ({
  fit: { share, support: share, correlation: 0.9, closeness },
  noise: { deviation: 0.5, shift: 0.7 },
  agreement: 'agrees',
  unproven: false,
  outline: shown === null ? null : { shown, weaker },
});
const confidence = (...given: Parameters<typeof signs>): number => confidenceOf(evidenceOf(signs(...given)));

test('a pose is unsure where the cells fit but the border is not there', () => {
  expect(confidence(0.9, 0.95)).toBeGreaterThan(0.9);
  expect(confidence(0.9, 0.15)).toBeLessThan(0.25);
});

test('a pose is unsure where the border shows along one direction alone', () => {
  expect(confidence(0.9, 0.5, 0.5)).toBeGreaterThan(0.8);
  expect(confidence(0.9, 0.5, 0)).toBeLessThan(0.25);
});

test('no evidence makes a pose surer than its least certain corner', () => {
  const within = (deviation: number): number => mostConfidence({ deviation, shift: 0 });
  // Of a normal error, 68.27 % are within one standard deviation, 95.45 % within two.
  expect(within(5)).toBeCloseTo(0.6827, 4);
  expect(within(2.5)).toBeCloseTo(0.9545, 4);
  expect(within(0)).toBe(1);
  expect(within(Number.POSITIVE_INFINITY)).toBeCloseTo(0, 6);
});

test('a border of which no more is missing than of the cells, as under what covers both, counts less against a pose', () => {
  expect(confidence(0.2, 0.2)).toBeGreaterThan(2 * confidence(0.9, 0.2));
});

test('a surface without a border is judged by how closely its cells fit, however many are covered', () => {
  expect(confidence(0.9, null)).toBeGreaterThan(0.9);
  expect(confidence(0.2, null)).toBe(confidence(0.9, null));
  expect(confidence(0.9, null, 0, 0.1)).toBeLessThan(confidence(0.9, null));
});
