import { at } from '../element-at.ts';
import { runningMedian } from './running-median.ts';

/** Standard deviation in box heights of errors of the detector that are not to be taken for turns (research/tracking.md). */
const ERROR = 0.025;

/**
 * How sharply a coordinate of one object turns around each of its samples: the spectral density of the acceleration, in squared
 * box heights per second cubed, that its own boxes show, 0 where they show no more than errors of the detector. What a
 * whole video shows (`measuredNoise`) is a quartile: where most things stand still, it says nothing of who comes in.
 *
 * A coordinate x has second differences x(t − T) − 2 x(t) + x(t + T) of variance 2/3 q T³ + 6 r, as there; the greatest
 * within T on either side counts, since a turn shows in no others. One or two wrong boxes in a row are not followed.
 * @param measured the coordinate, in pixels; NaN where the object was not observed
 * @param heights of its boxes, in pixels
 * @param times of the samples, in seconds
 * @param lag T in samples
 */
export function manoeuvres(
  measured: Float64Array,
  heights: Float64Array,
  times: Float64Array,
  lag: number,
): Float64Array {
  const places = runningMedian(withoutMisses(measured, times));
  const densities = new Float64Array(places.length);
  for (let k = lag; k < places.length - lag; k++) {
    const until = at(times, k) - at(times, k - lag);
    const since = at(times, k + lag) - at(times, k);
    const mean = (until + since) / 2;
    // Weighted, so that a steady motion has no difference where samples are unevenly spread.
    const around = (since * at(places, k - lag) + until * at(places, k + lag)) / mean;
    const difference = (around - 2 * at(places, k)) / at(heights, k);
    const density = (difference ** 2 - 6 * ERROR ** 2) / ((2 / 3) * mean ** 3);
    if (!(density > 0)) continue;
    for (let near = k - lag; near <= k + lag; near++)
      densities[near] = Math.max(at(densities, near), density);
  }
  return densities;
}

/** With what lies between its neighbours where a single value is missing. In longer gaps the object may be half covered at both ends. */
const withoutMisses = (values: Float64Array, times: Float64Array): Float64Array =>
  values.map((value, k) => {
    if (!Number.isNaN(value)) return value;
    const share = (at(times, k) - at(times, k - 1)) / (at(times, k + 1) - at(times, k - 1));
    return at(values, k - 1) + share * (at(values, k + 1) - at(values, k - 1));
  });
