import type { Calibration } from '../../shared/vision/network/calibration.ts';
import { conditionalLogit } from '../mot/conditional-logit.ts';
import type { JudgedDetection } from './judge.ts';

/** Scores nearer to 0 and 1 than this say no more than this. */
const LEAST = 1e-6;
/** As good as 0, which would give the scores 0 and 1 no probability. */
const LEAST_FACTOR = 0.01;

type Scored = Pick<JudgedDetection, 'score' | 'right'>;

/**
 * The calibration under which the detections are likeliest: a logistic regression on the two logarithms of the score, which is
 * a conditional logit of one option that is right or not. Where one of them would let probabilities fall as scores rise, the
 * other is fitted alone, as Kull et al. do; where that falls, too, the scores say nothing.
 */
export function fitCalibration(detections: readonly Scored[]): Calibration {
  const [a = 1, b = 1, c = 0] = regression(detections, ([low, high]) => [low, high, 1]);
  if (a < LEAST_FACTOR) {
    const [high = 1, intercept = 0] = regression(detections, ([, high]) => [high, 1]);
    return { a: LEAST_FACTOR, b: high, c: intercept };
  }
  if (b < LEAST_FACTOR) {
    const [low = 1, intercept = 0] = regression(detections, ([low]) => [low, 1]);
    return { a: low, b: LEAST_FACTOR, c: intercept };
  }
  return { a, b, c };
}

function regression(
  detections: readonly Scored[],
  inputsOf: (logarithms: readonly [low: number, high: number]) => readonly number[],
): number[] {
  const choices = detections.map(({ score, right }) => {
    const within = Math.min(1 - LEAST, Math.max(LEAST, score));
    const inputs = inputsOf([Math.log(within), -Math.log1p(-within)]);
    return { options: [{ inputs, right }], weight: 1 };
  });
  return conditionalLogit(choices, choices[0]?.options[0]?.inputs.length ?? 0);
}
