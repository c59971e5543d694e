import { expect, test } from 'vitest';
import { confidenceOf, evidenceOf, type Signs } from '../../../shared/vision/planar/confidence.ts';

/** A pose at which most cells fit, though few closely: as where a surface mirrors something, or something is mirrored there. */
const signs = (share: number, outline: number | null): Signs => ({
  fit: { visible: 1, share, support: share, cells: 100, correlation: 0.9, closeness: 0.6, spread: 1 },
  noise: { deviation: 0.5, shift: 0.7 },
  agreement: 'agrees',
  unproven: false,
  outline,
});
const confidence = (share: number, outline: number | null): number =>
  confidenceOf(evidenceOf(signs(share, outline)));

test('a pose is unsure where the cells fit but the border is not there', () => {
  expect(confidence(0.9, 0.95)).toBeGreaterThan(0.9);
  expect(confidence(0.9, 0.15)).toBeLessThan(0.25);
});

test('a border of which no more is missing than of the cells, as under what covers both, counts less against a pose', () => {
  expect(confidence(0.2, 0.2)).toBeGreaterThan(2 * confidence(0.9, 0.2));
});

test('a surface without a border is judged by its cells', () => {
  expect(confidence(0.9, null)).toBeGreaterThan(0.9);
  expect(confidence(0.9, null)).toBe(confidence(0.2, null));
});
