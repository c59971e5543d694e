import type { FrameDetections } from '../network/detection.ts';

/** In [0, 1]. */
interface ScoreThresholds {
  /** Detections at least this sure may begin a track. */
  readonly highScore: number;
  /** Detections at least this sure may continue a track. */
  readonly lowScore: number;
}

/** ByteTrack's (ECCV 2022). */
export const USUAL_THRESHOLDS: ScoreThresholds = { highScore: 0.6, lowScore: 0.1 };

/** The detectors that these suit give at least this score to the surest detection of one frame in four. */
const USUAL_SUREST = 0.92;
const SUREST_QUANTILE = 0.75;
/** With fewer frames that have detections, their surest ones say little about the detector. */
const MIN_FRAMES = 20;
/** A video in which nothing is to be seen looks like one of a detector that is never sure: this sure it must be. */
const LEAST_HIGH_SCORE = 0.2;

/**
 * The usual thresholds, lowered for a detector that is never sure of itself: by as much, in log odds, as its surest
 * detections lie below the usual ones. A detector that is too sure looks like one that is good, so nothing is raised.
 */
export function scoreThresholds(frames: Iterable<FrameDetections>): ScoreThresholds {
  const surest: number[] = [];
  for (const { detections } of frames) {
    if (detections.length > 0) surest.push(detections.reduce((most, { score }) => Math.max(most, score), 0));
  }
  const sorted = Float64Array.from(surest).sort();
  const top = sorted[Math.floor(SUREST_QUANTILE * sorted.length)] ?? 1;
  if (sorted.length < MIN_FRAMES || top >= USUAL_SUREST) return USUAL_THRESHOLDS;
  const { highScore, lowScore } = USUAL_THRESHOLDS;
  const wanted = logOdds(highScore) + logOdds(top) - logOdds(USUAL_SUREST);
  const high = Math.max(logOdds(LEAST_HIGH_SCORE), wanted);
  return {
    highScore: probability(high),
    lowScore: probability(high - logOdds(highScore) + logOdds(lowScore)),
  };
}

const logOdds = (share: number): number => Math.log(share / (1 - share));
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
