import type { Noise } from './box-kalman-filter.ts';
import type { Place, Sample } from './observation.ts';
import { outlyingness } from './outliers.ts';
import { type Smoothed, smoothCourse } from './rauch-tung-striebel.ts';
import type { Tracklet } from './tracklets.ts';

/**
 * Std of a detector's jitter in box heights: what smoothing may take away. It is smaller than the measurement error
 * that the filters of the tracker use, most of which (occlusion, swaying) is slow and cannot be averaged out.
 */
const JITTER = 0.015;
/** An object with its whole past and future known may turn faster than the tracker expects. */
const AGILITY = { centre: Math.SQRT2, size: 3 };
/** The first sighting knows nothing of where the object was before. */
const UNKNOWN = 1000;
const AXES = [
  [0, 'centre'],
  [1, 'centre'],
  [2, 'size'],
  [3, 'size'],
] as const;

/**
 * Where the object was in every sample from the first to the last sighting: jitter is averaged out and gaps are
 * bridged along the motion on both sides. Sightings that contradict both sides are then taken for less sure.
 */
export function smoothed(tracklet: Tracklet, samples: readonly Sample[], noise: Noise): Place[] {
  const first = tracklet[0].index;
  const span = samples.slice(first, (tracklet.at(-1)?.index ?? first) + 1);
  const seen: (Place | undefined)[] = span.map(() => undefined);
  for (const { index, place } of tracklet) seen[index - first] = place;
  const times = new Float64Array(span.length);
  const heights = new Float64Array(span.length);
  span.forEach(({ time }, k) => {
    times[k] = time;
    heights[k] = seen[k]?.[3] ?? heights[k - 1] ?? 0;
  });
  const start = heights[0] ?? 0;
  const variance = heights.map((value) => (JITTER * value) ** 2);
  const courses = AXES.map(([axis, kind]) => {
    const measured = new Float64Array(span.length).fill(Number.NaN);
    for (const { index, place } of tracklet) measured[index - first] = place[axis];
    const agility = noise.acceleration[kind] * AGILITY[kind];
    return {
      times,
      measured,
      density: heights.map((value) => (agility * value) ** 2),
      before: { position: UNKNOWN * start, velocity: noise.speed[kind] * start },
    };
  });
  const along = (variance: Float64Array): Smoothed[] =>
    courses.map((course) => smoothCourse({ ...course, variance }));
  const axes = along(variance);
  const outlying = outlyingness(seen, axes, variance);
  const result = outlying ? along(variance.map((value, k) => value * (outlying[k] ?? 1))) : axes;
  const [x, y, width, h] = result.map(({ positions }) => positions);
  return span.map((_, k): Place => [x?.[k] ?? 0, y?.[k] ?? 0, width?.[k] ?? 0, h?.[k] ?? 0]);
}
