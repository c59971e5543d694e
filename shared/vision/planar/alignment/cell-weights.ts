import type { Comparison } from '../template/comparison.ts';
import { LEAST_RELIABILITY, type Template } from '../template/template.ts';

/** Correlation at which a cell has full weight at most, and how far below it has none. */
const FULL_CORRELATION = 0.9;
const LEAST_FULL_CORRELATION = 0.6;
const SPAN = 0.5;
/** The best part of the cells sets the standard. */
const STANDARD_QUANTILE = 0.75;

/**
 * Weights of cells: full for those that look like the template, none for those that do not. What counts as like it
 * depends on what the better cells reach, as a pose that is a little off and blur make all of them worse.
 */
export function weighCells(
  comparison: Comparison,
  template: Template,
  weights: Float64Array,
  scratch: Float64Array,
): void {
  const { seen, correlation } = comparison;
  let count = 0;
  for (let cell = 0; cell < seen.length; cell++)
    if (seen[cell] && (template.reliability[cell] as number) > LEAST_RELIABILITY)
      scratch[count++] = correlation[cell] as number;
  const sorted = scratch.subarray(0, count).sort();
  const standard = count > 0 ? (sorted[Math.floor(STANDARD_QUANTILE * (count - 1))] as number) : 1;
  const full = Math.min(FULL_CORRELATION, Math.max(LEAST_FULL_CORRELATION, standard));
  for (let cell = 0; cell < seen.length; cell++) {
    const share = Math.min(1, Math.max(0, 1 - (full - (correlation[cell] as number)) / SPAN));
    weights[cell] = seen[cell]
      ? share * share * (template.reliability[cell] as number) * (template.trust[cell] as number)
      : 0;
  }
}
