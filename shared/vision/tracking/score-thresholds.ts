import type { FrameDetections } from '../network/detection.ts';
import type { Track } from './track.ts';
import { trackObjects } from './track-objects.ts';

/** In [0, 1]. */
interface ScoreThresholds {
  /** Detections at least this sure may begin a track. */
  readonly highScore: number;
  /** Detections at least this sure may continue a track. */
  readonly lowScore: number;
}

/** ByteTrack's (ECCV 2022). */
export const USUAL_THRESHOLDS: ScoreThresholds = { highScore: 0.6, lowScore: 0.1 };

/** The detectors that these suit give at least this score to what they see best, in one of four observations of it. */
const USUAL_SUREST = 0.92;
const SUREST_QUANTILE = 0.75;
/** False alarms come and go; what can be tracked for so many seconds may be an object. */
const LASTING_SECONDS = 2;
/** Of fewer that last, or fewer at a time, all may be false alarms: they say little about the detector. */
const MIN_LASTING = { tracks: 20, atATime: 3 };
/** A video in which nothing is to be seen looks like one of a detector that is never sure: this sure it must be. */
const LEAST_HIGH_SCORE = 0.2;

/**
 * The usual thresholds, lowered for a detector that is never sure of itself: by as much, in log odds, as the surest of what
 * lasts in the video lies below the usual. One object that is surely seen is enough to leave them: where little is to be
 * seen, most detections are false alarms, and those of any detector are not sure. A detector that is too sure looks like one
 * that is good, so nothing is raised.
 */
export function scoreThresholds(frames: readonly FrameDetections[]): ScoreThresholds {
  const surest = lastingScores(frames).reduce((most, score) => Math.max(most, score), 0);
  if (surest === 0 || surest >= USUAL_SUREST) return USUAL_THRESHOLDS;
  const high = Math.max(logOdds(LEAST_HIGH_SCORE), loweredFor(USUAL_THRESHOLDS.highScore, surest));
  return thresholdsFrom(high);
}

const loweredFor = (score: number, surest: number): number =>
  logOdds(score) + logOdds(surest) - logOdds(USUAL_SUREST);

/** @param high log odds of the higher one; the lower one is as far from it as usual */
function thresholdsFrom(high: number): ScoreThresholds {
  const { highScore, lowScore } = USUAL_THRESHOLDS;
  return {
    highScore: probability(high),
    lowScore: probability(high - logOdds(highScore) + logOdds(lowScore)),
  };
}

/** How surely each object is seen that lasts, with the lowest thresholds that there may be; empty where too little does. */
function lastingScores(frames: readonly FrameDetections[]): number[] {
  const tracks = [...trackObjects(frames, thresholdsFrom(logOdds(LEAST_HIGH_SCORE)))].filter(isLasting);
  const inView = tracks.reduce((sum, { points }) => sum + points.length, 0);
  if (tracks.length < MIN_LASTING.tracks || inView < MIN_LASTING.atATime * frames.length) return [];
  return tracks.map(surenessOf);
}

const isLasting = ({ points }: Track): boolean =>
  (points.at(-1)?.time ?? 0) - (points[0]?.time ?? 0) >= LASTING_SECONDS;

function surenessOf({ points }: Track): number {
  const scores = Float64Array.from(points.flatMap(({ score }) => score ?? [])).sort();
  return scores[Math.floor(SUREST_QUANTILE * scores.length)] ?? 0;
}

const logOdds = (share: number): number => Math.log(share / (1 - share));
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
