import { noiseFor } from './box-kalman-filter.ts';
import { labelConfusion } from './label-confusion.ts';
import { link } from './link.ts';
import { measuredNoise } from './measured-noise.ts';
import { motionScale } from './motion-scale.ts';
import { boxAt, medianInterval, type Place, type Sample, stabilise } from './observation.ts';
import { smoothed } from './smooth.ts';
import type { FrameDetections, Track, TrackPoint } from './track.ts';
import { verdict } from './track-label.ts';
import { withoutDuplicates } from './track-nms.ts';
import { type Tracklet, tracklets } from './tracklets.ts';

export interface TrackOptions {
  /** Detections at least this sure may begin a track, in [0, 1]. Default 0.6 (ByteTrack). */
  readonly highScore?: number;
  /** Detections at least this sure may continue a track, in [0, 1]. Default 0.1 (ByteTrack). */
  readonly lowScore?: number;
  /** Frames (ranks in presentation order) that begin a new shot: no track crosses into one. */
  readonly cuts?: readonly number[];
}

/** The steps of tracking; a benchmark replaces one to see what it is worth. */
export interface TrackStages {
  readonly stabilise: typeof stabilise;
  readonly tracklets: typeof tracklets;
  readonly link: typeof link;
  readonly withoutDuplicates: typeof withoutDuplicates;
  readonly smoothed: typeof smoothed;
}

export const allStages: TrackStages = { stabilise, tracklets, link, withoutDuplicates, smoothed };

/** Time over which motion is measured: long enough to stand out from the detector's jitter. */
const MOTION_SECONDS = 0.2;
/** What lasts shorter than this is not tracked any further. */
const MIN_TRACKLET_SECONDS = 0.2;
/** Sightings that make an object believed, and the time that they stand for (docs/tracking.md). */
const MIN_SIGHTINGS = 4;
const MIN_SECONDS_SEEN = 0.4;

/**
 * Joins the detections of a whole video into tracks. It looks at the video as a whole, forwards and backwards in time.
 * @param frames sampled frames in presentation order; each is looked at once, so that not all need be in memory
 * @returns tracks in the order of their first frame, made one at a time as points take more memory than detections;
 *   the same input always gives the same output
 */
export function* trackObjects(
  frames: Iterable<FrameDetections>,
  { highScore = 0.6, lowScore = 0.1, cuts = [] }: TrackOptions = {},
  stages: TrackStages = allStages,
): Generator<Track> {
  const samples = stages.stabilise(frames, { highScore, lowScore, cuts: new Set(cuts) });
  const interval = medianInterval(samples);
  const inSamples = (seconds: number): number => Math.max(1, Math.round(seconds / interval));
  const half = Math.ceil(samples.length / 2);
  const lasting = Math.min(inSamples(MIN_TRACKLET_SECONDS), half);
  const believed = Math.min(Math.max(MIN_SIGHTINGS, inSamples(MIN_SECONDS_SEEN)), half);
  const lag = inSamples(MOTION_SECONDS);
  const seconds = lag * interval;
  const scale = motionScale(samples, highScore, lag);
  const confusion = labelConfusion(samples, highScore);
  const noise = measuredNoise(samples, { highScore, confusion, motionScale: scale, lag, seconds });
  const pure = stages
    .tracklets(samples, noise, highScore, confusion)
    .filter((tracklet) => spanOf(tracklet) >= lasting);
  // Of what happens in gaps the tracklets say nothing: links keep to what is usual.
  const linked = stages
    .link(pure, samples, noiseFor(scale, seconds), confusion)
    .filter(({ length }) => length >= believed);
  for (const tracklet of stages.withoutDuplicates(linked, confusion)) {
    yield {
      ...verdict(tracklet),
      points: pointsOf(tracklet, stages.smoothed(tracklet, samples, noise), samples),
    };
  }
}

/** Samples from the first to the last sighting. */
const spanOf = (tracklet: Tracklet): number => (tracklet.at(-1)?.index ?? 0) - tracklet[0].index + 1;

function pointsOf(tracklet: Tracklet, places: readonly Place[], samples: readonly Sample[]): TrackPoint[] {
  const first = tracklet[0].index;
  let next = 0;
  return places.flatMap((place, k) => {
    const sample = samples[first + k];
    if (!sample) return [];
    const sighting = tracklet[next]?.index === first + k ? tracklet[next++] : undefined;
    const { frame, time, pose } = sample;
    return { frame, time, box: boxAt(place, pose), score: sighting?.score ?? null };
  });
}
