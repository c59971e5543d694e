import { type Noise, noiseFor } from './box-kalman-filter.ts';
import type { LabelConfusion } from './label-confusion.ts';
import { Observation, type Sample } from './observation.ts';
import { type Tracklet, tracklets } from './tracklets.ts';

/** At most this many samples of a long video, in stretches evenly spread, are used to measure how things turn and brake. */
const MAX_SAMPLES = 500;
const STRETCHES = 5;
/** With fewer differences than this the acceleration is assumed in proportion to the motion scale instead. */
const MIN_DIFFERENCES = 40;
/** Third quartile of the absolute value of a standard normal variable. */
const THIRD_QUARTILE = 1.1503;
/** The quartile ignores what turns most and is lost first. */
const MARGIN = 1.4;
/** Least acceleration in motion scales: nothing moves quite straight for long. */
const MIN_AGILITY = 0.2;

/**
 * The noise with the acceleration that the video shows, measured on tracklets made with the usual one.
 *
 * A coordinate x driven by white acceleration of spectral density q and measured with independent errors of variance r has
 * second differences x(t − T) − 2 x(t) + x(t + T) of variance 2/3 q T³ + 6 r. The difference between those over 2 T
 * and over T is 14/3 q T³: the detector's jitter cancels.
 */
export function measuredNoise(
  samples: readonly Sample[],
  { highScore, confusion, motionScale, lag, seconds }: MotionMeasure,
): Noise {
  const usual = noiseFor(motionScale, seconds);
  const found = stretches(samples).flatMap((stretch) => tracklets(stretch, usual, highScore, confusion));
  const near = secondDifferences(found, highScore, lag);
  const far = secondDifferences(found, highScore, 2 * lag);
  if (far.length < MIN_DIFFERENCES) return usual;
  const density = Math.max(0, variance(far) - variance(near)) / (14 / 3);
  return noiseFor(motionScale, seconds, Math.max(MIN_AGILITY, (MARGIN * Math.sqrt(density)) / motionScale));
}

interface MotionMeasure {
  readonly highScore: number;
  readonly confusion: LabelConfusion;
  /** Typical displacement in `lag` samples, in box heights. */
  readonly motionScale: number;
  readonly lag: number;
  /** Time of `lag` samples, T. */
  readonly seconds: number;
}

/** Parts of the video, or all of a short one, each with observations numbered from 0. */
function stretches(samples: readonly Sample[]): Sample[][] {
  const whole = samples.length <= MAX_SAMPLES;
  const count = whole ? 1 : STRETCHES;
  const length = whole ? samples.length : MAX_SAMPLES / STRETCHES;
  return Array.from({ length: count }, (_, k) => {
    const begin = Math.floor((k * (samples.length - length)) / Math.max(1, count - 1));
    let firstId = 0;
    return samples.slice(begin, begin + length).map((sample) => {
      const observations = Observation.renumbered(sample.observations, firstId);
      firstId += observations.length;
      return { ...sample, observations };
    });
  });
}

/** Absolute second differences of both centre coordinates over `lag` samples, in box heights. */
function secondDifferences(found: readonly Tracklet[], highScore: number, lag: number): Float64Array {
  const differences: number[] = [];
  for (const tracklet of found) {
    const sure = tracklet.filter(({ score }) => score >= highScore);
    const at = new Map(sure.map((observation): [number, Observation] => [observation.index, observation]));
    for (const box of sure) {
      const before = at.get(box.index - lag);
      const after = at.get(box.index + lag);
      if (!before || !after) continue;
      for (const axis of ['cx', 'cy'] as const) {
        differences.push(Math.abs(before[axis] - 2 * box[axis] + after[axis]) / box.height);
      }
    }
  }
  return Float64Array.from(differences).sort();
}

/** Variance of a normal variable by the third quartile of its absolute values, which are sorted. */
const variance = (sorted: Float64Array): number =>
  ((sorted[Math.floor(0.75 * sorted.length)] ?? 0) / THIRD_QUARTILE) ** 2;
