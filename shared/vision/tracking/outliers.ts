import type { Place } from './observation.ts';
import type { Smoothed } from './rauch-tung-striebel.ts';

/** Squared Mahalanobis distance of four coordinates from which a sighting contradicts its neighbours; one in a hundred does. */
const CONTRADICTS = 100;
/** Degrees of freedom of the t-distribution: outliers are common. */
const FREEDOM = 4;

/**
 * How many times greater the variance of each sighting is to be taken, from where all the others say that the object
 * was (after Agamennoni, Nieto & Nebot, "An outlier-robust Kalman filter", ICRA 2011): a box that takes in a neighbour
 * for a sample or two should not bend the track. The first and the last sighting have no two sides.
 * @param axes the four coordinates smoothed with all sightings
 * @param variance of each sighting, in all coordinates
 * @returns a factor of at least 1 for each sample; undefined where all are 1
 */
export function outlyingness(
  seen: readonly (Place | undefined)[],
  axes: readonly Smoothed[],
  variance: Float64Array,
): Float64Array | undefined {
  let factors: Float64Array | undefined;
  for (let k = 1; k < seen.length - 1; k++) {
    const [place, own] = [seen[k], variance[k]];
    if (!place || !own) continue;
    let distance = 0;
    axes.forEach(({ positions, variances }, axis) => {
      distance += contradiction(place[axis] ?? 0, own, positions[k] ?? 0, variances[k] ?? 0);
    });
    if (distance <= CONTRADICTS) continue;
    factors ??= new Float64Array(seen.length).fill(1);
    factors[k] = (FREEDOM + distance) / (FREEDOM + axes.length);
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
