import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import type { PerAxis } from './box-kalman-filter.ts';
import type { SmoothedAxis } from './rauch-tung-striebel.ts';

const AXES = ['cx', 'cy', 'width', 'height'] as const;

/** Squared Mahalanobis distance of four coordinates above which an observation is an outlier; one in a hundred is. */
const OUTLIER_DISTANCE = 100;
/** Degrees of freedom of the t-distribution: outliers are common. */
const DEGREES_OF_FREEDOM = 4;

/**
 * How many times greater the variance of each observation is to be taken, from where all the others say that the object
 * was (after Agamennoni, Nieto & Nebot, "An outlier-robust Kalman filter", ICRA 2011): a box that takes in a neighbour
 * for a sample or two should not bend the track. The first and the last observation have no two sides.
 * @param observed the box of each sample; undefined where the object was not observed
 * @param smoothed the coordinates smoothed with all observations
 * @param variance of each observation, in all coordinates
 * @returns a factor of at least 1 for each sample; undefined where all are 1
 */
export function outlierFactors(
  observed: readonly (CentredBox | undefined)[],
  smoothed: PerAxis<SmoothedAxis>,
  variance: Float64Array,
): Float64Array | undefined {
  let factors: Float64Array | undefined;
  for (let k = 1; k < observed.length - 1; k++) {
    const [box, own] = [observed[k], variance[k]];
    if (!box || !own) continue;
    let distance = 0;
    for (const axis of AXES) {
      const { positions, variances } = smoothed[axis];
      distance += contradiction(box[axis], own, positions[k] ?? 0, variances[k] ?? 0);
    }
    if (distance <= OUTLIER_DISTANCE) continue;
    factors ??= new Float64Array(observed.length).fill(1);
    factors[k] = (DEGREES_OF_FREEDOM + distance) / (DEGREES_OF_FREEDOM + AXES.length);
  }
  return factors;
}

/**
 * Squared distance of a measurement from where all others say that it should be, in units of the variance of that
 * difference; by Bayes' rule the same as that of its residual, which is what it is by less than the measurement.
 */
function contradiction(
  measured: number,
  variance: number,
  smoothed: number,
  smoothedVariance: number,
): number {
  const left = variance - smoothedVariance;
  // Where the others say nothing, nothing is left to contradict them.
  return left > 1e-6 * variance ? (measured - smoothed) ** 2 / left : 0;
}
