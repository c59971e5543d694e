/**
 * How scores become probabilities: `sigmoid(slope · logit(score) + intercept)` (Platt, "Probabilistic outputs for support
 * vector machines", 1999). A slope above 0 keeps the order of scores.
 */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Infinite at 0 and 1. */
export const logit = (probability: number): number => Math.log(probability / (1 - probability));

/** @param score in [0, 1] */
export const calibrated = (score: number, { slope, intercept }: Calibration): number =>
  sigmoid(slope * logit(score) + intercept);

/** The score that becomes a probability in [0, 1]. */
export const uncalibrated = (probability: number, { slope, intercept }: Calibration): number =>
  sigmoid((logit(probability) - intercept) / slope);
