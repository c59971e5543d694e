import { describe, expect, test } from 'vitest';
import { cosine, textProbabilities } from '../../../shared/vision/network/zero-shot.ts';

test('a cosine does not depend on lengths; a vector without direction is like nothing', () => {
  expect(cosine([3, 0], [0.1, 0])).toBeCloseTo(1, 12);
  expect(cosine([1, 1], [1, -1])).toBeCloseTo(0, 12);
  expect(cosine([2, 0], [-5, 0])).toBeCloseTo(-1, 12);
  expect(cosine([0, 0], [1, 0])).toBe(0);
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('the probabilities of the texts', () => {
  test('are the softmax of the scaled cosines', () => {
    const [first = 0, second = 0] = textProbabilities([{ cosines: [0.3, 0.28], weight: 1 }], 100);
    expect(first + second).toBeCloseTo(1, 12);
    expect(Math.log(first / second)).toBeCloseTo(2, 9);
  });

  test('are the weighted geometric mean of what each look says', () => {
    const looks = [
      { cosines: [0.31, 0.25, 0.2], weight: 3 },
      { cosines: [0.22, 0.27, 0.24], weight: 1 },
    ];
    const [a = [], b = []] = looks.map((look) => textProbabilities([look], 100));
    const product = a.map((value, i) => value ** 0.75 * (b[i] ?? 0) ** 0.25);
    const expected = product.map((value) => value / sum(product));
    textProbabilities(looks, 100).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] ?? 0, 12);
    });
  });

  test('are less sure where looks contradict each other', () => {
    const one = { cosines: [0.3, 0.2], weight: 1 };
    const other = { cosines: [0.22, 0.28], weight: 0.9 };
    const [alone = 0] = textProbabilities([one], 100);
    const [together = 0] = textProbabilities([one, other], 100);
    expect(together).toBeLessThan(alone);
    expect(together).toBeGreaterThan(0.5);
  });

  test('count looks alike where none of them counts, and bear any scale', () => {
    const looks = [
      { cosines: [1, -1], weight: 0 },
      { cosines: [1, 1], weight: 0 },
    ];
    expect(textProbabilities(looks, 1e6)).toEqual([1, 0]);
  });
});
