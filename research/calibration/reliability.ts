import type { JudgedDetection } from './judge.ts';

/** Detections whose scores lie in one tenth of [0, 1]. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly meanScore: number;
  /** Share of right ones. */
  readonly precision: number;
}

const BINS = 10;

type Scored = Pick<JudgedDetection, 'score' | 'right'>;

/** The tenths that have detections, lowest first; a score of 1 belongs to the last. */
export function reliability(detections: readonly Scored[]): ReliabilityBin[] {
  const bins = Map.groupBy(detections, ({ score }) => Math.min(BINS - 1, Math.floor(BINS * score)));
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, within]) => ({
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: within.length,
      meanScore: mean(within.map(({ score }) => score)),
      precision: mean(within.map(({ right }) => Number(right))),
    }));
}

/**
 * Expected calibration error: how far the precision is from the score in the mean over the detections, by tenths (Naeini et
 * al., "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015). In [0, 1]; 0 without detections.
 */
export function calibrationError(detections: readonly Scored[]): number {
  const distances = reliability(detections).map(
    ({ count, meanScore, precision }) => count * Math.abs(precision - meanScore),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, detections.length);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
