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

function pointsOf(tracklet: Tracklet, series: BoxSeries, samples: readonly Sample[]): TrackPoint[] {
  const first = tracklet[0].index;
  let next = 0;
  return samples.slice(first, first + series.cx.length).map((sample, k) => {
    const observation = tracklet[next]?.index === first + k ? tracklet[next++] : undefined;
    return new PointView(sample, observation, series, k);
  });
}

/**
 * A point as a view of its sample, its observation and the boxes of its run. An hour of a crowd has a million points, and as plain objects they would double the peak of
 * the memory: they live just long enough not to be collected soon.
 */
class PointView implements TrackPoint {
  readonly #sample: Sample;
  readonly #observation: Observation | undefined;
  /** Of its run. */
  readonly #series: BoxSeries;
  /** Its position in the run. */
  readonly #k: number;

  constructor(sample: Sample, observation: Observation | undefined, series: BoxSeries, k: number) {
    this.#sample = sample;
    this.#observation = observation;
    this.#series = series;
    this.#k = k;
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
    const at = (series: Float64Array): number => series[this.#k] as number;
    const { cx, cy, width, height } = this.#series;
    return toFrame({ cx: at(cx), cy: at(cy), width: at(width), height: at(height) }, this.#sample.pose);
  }
}
