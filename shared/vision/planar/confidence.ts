import type { Fit } from './fit.ts';

/** Probability that no corner is off by more than 5 pixels. */
export function confidenceOf({ share, support, spread, cells }: Fit): number {
  const score = 6 * share + 4 * support + 3 * spread - 5 - 6 / Math.max(1, cells);
  return 1 / (1 + Math.exp(-score));
}
