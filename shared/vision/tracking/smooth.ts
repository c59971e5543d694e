import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import { type Noise, type PerAxis, perAxis } from './box-kalman-filter.ts';
import { manoeuvres } from './manoeuvres.ts';
import type { Sample } from './observation.ts';
import { outlierFactors } from './outliers.ts';
import { type SmoothedAxis, smoothAxis } from './rauch-tung-striebel.ts';
import type { BoxSeries } from './track-points.ts';
import { spanOf, type Tracklet } from './tracklets.ts';

/**
 * Standard deviation of a detector's jitter in box heights: what smoothing may take away. It is smaller than the
 * measurement error that the filters of the tracker use, most of which (occlusion, swaying) is slow and cannot be
 * averaged out.
 */
const JITTER = 0.015;
/** An object with its whole past and future known may turn faster than the tracker expects. */
const AGILITY = { centre: Math.SQRT2, size: 3 };
/**
 * Standard deviation of where an object was before its first observation, in box heights, and of its speed there, in the
 * speeds that are expected: as good as unknown.
 */
const UNKNOWN = 1000;

/**
 * Where the object was in every sample from its first to its last observation: jitter is averaged out and gaps are
 * bridged along the motion on both sides. Observations that contradict both sides are then given a greater variance.
 * @param noise how things move in this video: the least that is taken where the object itself turns
 * @param lag samples over which motion is measured
 * @returns boxes in shot coordinates, one for every sample
 */
export function smooth(tracklet: Tracklet, samples: readonly Sample[], noise: Noise, lag: number): BoxSeries {
  const first = tracklet[0].index;
  const length = spanOf(tracklet);
  const observed = new Array<CentredBox | undefined>(length).fill(undefined);
  for (const observation of tracklet) observed[observation.index - first] = observation;
  const times = new Float64Array(length);
  const cubes = new Float64Array(length);
  const heights = new Float64Array(length);
  for (let k = 0; k < length; k++) {
    times[k] = samples[first + k]?.time ?? 0;
    cubes[k] = ((times[k] as number) - (times[k - 1] ?? 0)) ** 3;
    heights[k] = observed[k]?.height ?? heights[k - 1] ?? 0;
  }
  const start = heights[0] ?? 0;
  const measurements = perAxis((axis, kind) => {
    const usual = (noise.acceleration[kind] * AGILITY[kind]) ** 2;
    const measured = heights.map((_, k) => observed[k]?.[axis] ?? Number.NaN);
    const shown = manoeuvres(measured, heights, times, lag);
    return {
      times,
      cubes,
      measured,
      density: heights.map((value, k) => Math.max(usual, shown[k] ?? 0) * value ** 2),
      before: { position: UNKNOWN * start, velocity: UNKNOWN * noise.speed[kind] * start },
    };
  });
  const smoothedWith = (variance: Float64Array): PerAxis<SmoothedAxis> =>
    perAxis((axis) => smoothAxis({ ...measurements[axis], variance }));
  const variance = heights.map((value) => (JITTER * value) ** 2);
  const smoothed = smoothedWith(variance);
  const factors = outlierFactors(observed, smoothed, variance);
  const robust = factors ? smoothedWith(variance.map((value, k) => value * (factors[k] ?? 1))) : smoothed;
  return perAxis((axis, kind) => {
    const { positions } = robust[axis];
    if (kind === 'centre') return positions;
    // Extrapolated, what has become narrower fast would come to less than nothing.
    const least = tracklet.reduce(
      (size, observation) => Math.min(size, observation[axis]),
      Number.POSITIVE_INFINITY,
    );
    return positions.map((size) => Math.max(size, least));
  });
}
