import { expect, test } from 'vitest';
import { type Choice, conditionalLogit } from '../../../research/mot/conditional-logit.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';

/** Choices among `rivals` options, made with probability in proportion to exp(coefficients · inputs). */
function chosen(coefficients: readonly number[], rivals: number, count: number): Choice[] {
  const random = seededRandom(5);
  return Array.from({ length: count }, () => {
    const inputs = Array.from({ length: rivals }, () => [1, 4 * random() - 2]);
    const shares = inputs.map((values) =>
      Math.exp(values.reduce((sum, value, i) => sum + value * (coefficients[i] ?? 0), 0)),
    );
    let ticket = random() * shares.reduce((sum, share) => sum + share, 1);
    const winner = shares.findIndex((share) => {
      ticket -= share;
      return ticket < 0;
    });
    return { weight: 1, options: inputs.map((values, k) => ({ inputs: values, right: k === winner })) };
  });
}

test.each([1, 2, 6])('the coefficients behind choices among %i rivals are found again', (rivals) => {
  const truth = [-0.7, 1.4];
  const found = conditionalLogit(chosen(truth, rivals, 20_000), truth.length);
  found.forEach((value, i) => {
    expect(value).toBeCloseTo(truth[i] ?? Number.NaN, 0.8);
  });
});

test('a choice that weighs nothing changes nothing', () => {
  const choices = chosen([0.5, -1], 3, 200);
  const contrary = chosen([-3, 3], 3, 200).map((choice) => ({ ...choice, weight: 0 }));
  expect(conditionalLogit([...choices, ...contrary], 2)).toEqual(conditionalLogit(choices, 2));
});
