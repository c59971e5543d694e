/**
 * Probability that a normal error lies within some distance of 0, to 1.5e-7: the error function by Abramowitz and Stegun,
 * "Handbook of Mathematical Functions", 7.1.26.
 * @param deviation its standard deviation; may be infinite
 */
export function normalWithin(distance: number, deviation: number): number {
  const x = distance / (deviation * Math.SQRT2);
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - polynomial * Math.exp(-x * x);
}
