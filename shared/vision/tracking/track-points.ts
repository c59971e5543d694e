import type { Box } from '../../kernel/geometry/box.ts';
import type { PerAxis } from './box-kalman-filter.ts';
import type { HiddenStretch } from './hidden-stretches.ts';
import { type Observation, type Sample, toFrame } from './observation.ts';
import { splitAt } from './split-at.ts';
import type { Track, TrackPoint } from './track.ts';
import { isTracklet, type Tracklet } from './tracklets.ts';

/** Consecutive boxes: each coordinate as an array, as an hour of a crowd has a million of them. */
export type BoxSeries = PerAxis<Float64Array>;

/**
 * Where an object is in the sampled frames in which it is not hidden.
 * @param stretches of the tracklet, as `hiddenStretches` finds them
 * @param smooth the boxes of a tracklet in shot coordinates, one for every sample from its first to its last
 *   observation. Each run of observations between two hidden stretches is smoothed by itself: over more than a second
 *   neither side says where the object was on the other, and a wrong link would bend both.
 */
export function trackPoints(
  tracklet: Tracklet,
  stretches: readonly HiddenStretch[],
  samples: readonly Sample[],
  smooth: (run: Tracklet) => BoxSeries,
): Pick<Track, 'points' | 'hidden'> {
  return {
    points: runsBetween(tracklet, stretches).flatMap((run) => pointsOf(run, smooth(run), samples)),
    hidden: stretches.flatMap(({ first }) => {
      const sample = samples[first];
      return sample ? [{ frame: sample.frame, time: sample.time }] : [];
    }),
  };
}

/** The observations before, between and after the stretches. */
export const runsBetween = (tracklet: Tracklet, stretches: readonly HiddenStretch[]): Tracklet[] =>
  splitAt(tracklet, stretches, ({ index }, { first }) => index > first).filter(isTracklet);

function pointsOf(
  tracklet: Tracklet,
  { cx, cy, width, height }: BoxSeries,
  samples: readonly Sample[],
): TrackPoint[] {
  const first = tracklet[0].index;
  const values = new Float64Array(VALUES * cx.length);
  let next = 0;
  return samples.slice(first, first + cx.length).map((sample, k) => {
    const at = (series: Float64Array): number => series[k] as number;
    const box = toFrame({ cx: at(cx), cy: at(cy), width: at(width), height: at(height) }, sample.pose);
    const begin = VALUES * k;
    values[begin] = box.x;
    values[begin + 1] = box.y;
    values[begin + 2] = box.width;
    values[begin + 3] = box.height;
    const observation = tracklet[next]?.index === first + k ? tracklet[next++] : undefined;
    return new PointView(sample, observation, values, begin);
  });
}

/** What a point keeps in the array of its run: its box. */
const VALUES = 4;

/**
 * A point as a view of its sample, its observation and the boxes of its run. An hour of a crowd has a million points, and as
 * plain objects they would double the peak of the memory: they live just long enough not to be collected soon.
 */
class PointView implements TrackPoint {
  readonly #sample: Sample;
  readonly #observation: Observation | undefined;
  readonly #values: Float64Array;
  readonly #at: number;

  constructor(sample: Sample, observation: Observation | undefined, values: Float64Array, at: number) {
    this.#sample = sample;
    this.#observation = observation;
    this.#values = values;
    this.#at = at;
  }

  get frame(): number {
    return this.#sample.frame;
  }

  get time(): number {
    return this.#sample.time;
  }

  get score(): number | null {
    return this.#observation?.score ?? null;
  }

  get box(): Box {
    const value = (i: number): number => this.#values[this.#at + i] as number;
    return { x: value(0), y: value(1), width: value(2), height: value(3) };
  }
}
