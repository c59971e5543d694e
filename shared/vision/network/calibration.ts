/**
 * How scores become probabilities: `sigmoid(a · ln(score) − b · ln(1 − score) + c)`, the beta calibration of Kull, Silva Filho
 * and Flach (AISTATS 2017). `a` counts for low scores and `b` for high ones; where they are equal, it is Platt's scaling of
 * logits, and 1, 1, 0 changes nothing. Both are above 0, so that the order of scores stays.
 */
export interface Calibration {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** @param score in [0, 1]; 0 and 1 stay what they are */
export const calibrated = (score: number, { a, b, c }: Calibration): number =>
  1 / (1 + Math.exp(-(a * Math.log(score) - b * Math.log1p(-score) + c)));

/** Halvings after which an interval within [0, 1] is as short as numbers are exact. */
const HALVINGS = 60;

/** The score that becomes a probability in [0, 1], or the least bit less. */
export function uncalibrated(probability: number, calibration: Calibration): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (calibrated(middle, calibration) < probability) low = middle;
    else high = middle;
  }
  return low;
}
