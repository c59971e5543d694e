import { CELL_SAMPLES } from '../template/cell-grid.ts';

/** Neighbouring samples see the same noise: this many count as one. */
export const SAMPLES_A_MEASUREMENT = 40;

const LEAST_VARIANCE = 0.002;

/**
 * Variance of a sample's normalised difference.
 * @param squares of the differences, summed over the cells by their weights
 * @param total of the weights, above 0
 */
export const sampleVariance = (squares: number, total: number): number =>
  Math.max(LEAST_VARIANCE, squares / (CELL_SAMPLES * total));
