import type { Fit } from '../alignment/fit.ts';
import { FITTING_CORRELATION } from '../template/comparison.ts';
import type { PoseNoise } from './pose-noise.ts';

/** Whether features, where they were asked, showed the surface at the same place. */
export type Agreement = 'untried' | 'agrees' | 'disagrees';

/** What a confidence follows from: a constant, then what the frame shows, as shares, flags and powers of ten. */
export type Evidence = readonly number[];

/** The evidence for the reliability of a pose. */
export interface Signs {
  readonly fit: Fit;
  /** In pixels. */
  readonly noise: PoseNoise;
  readonly agreement: Agreement;
  /** Whether the surface was found again and has not proved itself yet. */
  readonly unproven: boolean;
  /** How much of the border shows, and on its `weakerSides`; null where that says nothing. */
  readonly outline: { readonly shown: number; readonly weaker: number } | null;
}

/** Of the border at least so much shows as this share of the cells that fit. */
const OUTLINE_PER_CELLS = 0.6;

export function evidenceOf({ fit, noise, agreement, unproven, outline }: Signs): Evidence {
  return [
    1,
    Math.max(0, fit.correlation - FITTING_CORRELATION) / (1 - FITTING_CORRELATION),
    agreement === 'agrees' ? 1 : 0,
    agreement === 'disagrees' ? 1 : 0,
    fit.closeness,
    magnitude(noise.deviation, 1),
    magnitude(noise.shift, 0.1),
    unproven ? 1 : 0,
    outline === null ? 0 : 1,
    outline?.shown ?? 0,
    // What covers a surface hides cells and border alike; where cells fit and hardly any border shows, they show something else.
    outline === null ? 0 : Math.max(0, OUTLINE_PER_CELLS * fit.share - outline.weaker),
  ];
}

/** Of pixels, as a power of ten; below `least` it makes no difference. */
const magnitude = (pixels: number, least: number): number =>
  Math.log10(Math.min(100, Math.max(least, pixels)));

/**
 * By logistic regression on scenes for development (`npm run planar -- --fit`). Features are asked in trouble only, so that
 * even their agreement says something about it. Poses depend on confidences, so that a fit with these set gives somewhat other ones. The last
 * one was fitted by itself, with the others held (research/surfaces.md).
 */
const WEIGHTS: Evidence = [0.71, 1.07, -0.5, -2.13, 2.3, -3.64, -3.62, -3.96, -2.92, 4.97, -16];

/** A corner that is off by less is right. */
const RIGHT_PIXELS = 5;

/**
 * Probability that no corner is off by more than 5 pixels, as all evidence has it. Evidence cannot make up for unknown parts: see
 * {@link mostConfidence}.
 */
export function confidenceOf(evidence: Evidence): number {
  const score = evidence.reduce((sum, value, i) => sum + value * (WEIGHTS[i] as number), 0);
  return 1 / (1 + Math.exp(-score));
}

/**
 * The probability of the same of a pose that the border alone determines. Of 2,162 such poses in scenes for
 * development 1.00 were right where at least 0.98 of the border showed, 0.93 from 0.9 on, 0.76 from 0.8 on and 0.58
 * below.
 * @param shown how much of the border shows as it did when the surface was marked, on the two opposite sides of which
 * less does
 */
export const confidenceByBorder = (shown: number): number => 1 / (1 + Math.exp(-14 * (shown - 0.77)));

/** The probability of the same, as the least certain corner alone has it. */
export const mostConfidence = ({ deviation }: PoseNoise): number => normalWithin(RIGHT_PIXELS, deviation);

/**
 * Probability that a normal error lies within some distance of 0, to 1.5e-7: the error function by Abramowitz and Stegun,
 * "Handbook of Mathematical Functions", 7.1.26.
 * @param deviation its standard deviation; may be infinite
 */
function normalWithin(distance: number, deviation: number): number {
  const x = distance / (deviation * Math.SQRT2);
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - polynomial * Math.exp(-x * x);
}
