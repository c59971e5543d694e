import { type Noise, noiseFor } from './box-kalman-filter.ts';
import { hiddenStretches } from './hidden-stretches.ts';
import { labelConfusion } from './label-confusion.ts';
import { link } from './link.ts';
import { measuredNoise } from './measured-noise.ts';
import { mostlySeen } from './mostly-seen.ts';
import { motionScale } from './motion-scale.ts';
import { medianInterval, type Sample } from './observation.ts';
import { smooth } from './smooth.ts';
import { stabilise, type TrackerFrame } from './stabilise.ts';
import type { Track } from './track.ts';
import { trackLabel } from './track-label.ts';
import { trackNms } from './track-nms.ts';
import { trackPoints } from './track-points.ts';
import { spanOf, type Tracklet, tracklets } from './tracklets.ts';

export interface TrackOptions {
  /** Detections at least this sure may begin a track, in [0, 1]. Default 0.6 (ByteTrack). */
  readonly highScore?: number;
  /** Detections at least this sure may continue a track, in [0, 1]. Default 0.1 (ByteTrack). */
  readonly lowScore?: number;
  /** Frames (ranks in presentation order) that begin a new shot: no track crosses into one. */
  readonly cuts?: readonly number[];
}

/** The steps of tracking; a benchmark replaces one to measure what it is worth. */
export interface TrackStages {
  readonly stabilise: typeof stabilise;
  readonly tracklets: typeof tracklets;
  readonly link: typeof link;
  readonly mostlySeen: typeof mostlySeen;
  readonly trackNms: typeof trackNms;
  readonly hiddenStretches: typeof hiddenStretches;
  readonly smooth: typeof smooth;
}

export const ALL_STAGES: TrackStages = {
  stabilise,
  tracklets,
  link,
  mostlySeen,
  trackNms,
  hiddenStretches,
  smooth,
};

/** Time over which motion is measured: long enough to stand out from the detector's jitter. */
const MOTION_SECONDS = 0.2;
/** Shorter tracklets are dropped. */
const MIN_TRACKLET_SECONDS = 0.2;
/** A track needs this many observations, and as many as this time has samples (research/tracking.md). */
const MIN_OBSERVATIONS = 4;
const MIN_OBSERVED_SECONDS = 0.4;

/**
 * Joins the detections of a whole video into tracks. It looks at the video as a whole, forwards and backwards in time.
 * @param frames sampled frames in presentation order; each is looked at once, so that not all need be in memory
 * @returns tracks in the order of their first frame, made one at a time as points take more memory than detections;
 *   the same input always gives the same output
 */
export function* trackObjects(
  frames: Iterable<TrackerFrame>,
  options: TrackOptions = {},
  stages: TrackStages = ALL_STAGES,
): Generator<Track> {
  const { objects, samples, noise, lag } = observedObjects(frames, options, stages);
  for (const object of objects) {
    yield {
      ...trackLabel(object),
      ...trackPoints(object, stages.hiddenStretches(object, samples), samples, (run) =>
        stages.smooth(run, samples, noise, lag),
      ),
    };
  }
}

interface ObservedObjects {
  readonly objects: readonly Tracklet[];
  readonly samples: readonly Sample[];
  readonly noise: Noise;
  /** Samples over which motion is measured. */
  readonly lag: number;
}

/** The observations of each object. What leads to them is not held while their tracks are made. */
function observedObjects(
  frames: Iterable<TrackerFrame>,
  { highScore = 0.6, lowScore = 0.1, cuts = [] }: TrackOptions,
  stages: TrackStages,
): ObservedObjects {
  const samples = stages.stabilise(frames, { lowScore, cuts: new Set(cuts) });
  const interval = medianInterval(samples);
  const inSamples = (seconds: number): number => Math.max(1, Math.round(seconds / interval));
  const half = Math.ceil(samples.length / 2);
  const minSpan = Math.min(inSamples(MIN_TRACKLET_SECONDS), half);
  const minObservations = Math.min(Math.max(MIN_OBSERVATIONS, inSamples(MIN_OBSERVED_SECONDS)), half);
  const lag = inSamples(MOTION_SECONDS);
  const seconds = lag * interval;
  const scale = motionScale(samples, highScore, lag);
  const confusion = labelConfusion(samples, highScore);
  const noise = measuredNoise(samples, { highScore, confusion, motionScale: scale, lag, seconds });
  const pure = stages
    .tracklets(samples, noise, highScore, confusion)
    .filter((tracklet) => spanOf(tracklet) >= minSpan);
  // The tracklets say nothing about what happens in gaps, so links keep to the usual noise.
  const linked = stages
    .link(pure, samples, noiseFor(scale, seconds), confusion)
    .filter(({ length }) => length >= minObservations);
  const seen = stages.mostlySeen(linked, samples, { highScore, minObservations });
  return { objects: stages.trackNms(seen, samples, confusion), samples, noise, lag };
}
