import type { Fit } from './fit.ts';

/** Whether features, where they were asked, showed the surface at the same place. */
export type Agreement = 'untried' | 'agrees' | 'disagrees';

/** What a confidence follows from: a constant, then what the frame shows, each about between 0 and 1. */
export type Evidence = readonly number[];

/** @param blurred whether the template had to be blurred */
export function evidenceOf(
  { share, support, spread, cells, correlation }: Fit,
  agreement: Agreement,
  blurred: boolean,
): Evidence {
  return [
    1,
    share,
    support,
    spread,
    1 / Math.sqrt(Math.max(1, cells)),
    Math.max(0, correlation - 0.7) / 0.3,
    agreement === 'agrees' ? 1 : 0,
    agreement === 'disagrees' ? 1 : 0,
    blurred ? 1 : 0,
  ];
}

/** By logistic regression on scenes made for it (`npm run planar -- --fit`). */
const WEIGHTS: Evidence = [-4.8, 4.49, -0.68, 6.27, -5.97, 2.49, -0.66, -2.22, -1.05];

/** Probability that no corner is off by more than 5 pixels. */
export function confidenceOf(evidence: Evidence): number {
  const score = evidence.reduce((sum, value, i) => sum + value * (WEIGHTS[i] as number), 0);
  return 1 / (1 + Math.exp(-score));
}
