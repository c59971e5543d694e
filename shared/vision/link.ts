import { assign, type Candidate } from './assignment.ts';
import { type Body, firstSeen, type Noise, placeOfBody, predictBody, updateBody } from './box-filter.ts';
import type { Motion } from './kalman.ts';
import { placeIou, type Sample, type Sighting } from './sighting.ts';
import type { Tracklet } from './tracklets.ts';

/** Gaps are bridged up to this length in seconds; what the evidence accepts is shorter almost always. */
const MAX_GAP_SECONDS = 3;
/** Nor is an object looked for farther than this many box heights from where it was lost, */
const MAX_DISTANCE = 3;
/** nor at a height that differs by more (natural logarithm). */
const MAX_HEIGHT_RATIO = 0.7;
/** Log-odds that a link must exceed in each round: the certain first, as they make the motion of the others known. */
const ROUNDS = [1, 0, -1, -2];

/** What speaks for one tracklet being the continuation of another. */
export interface Evidence {
  /** log(1 + squared Mahalanobis distance) between the motion extrapolated over the gap and the motion found. */
  readonly motion: number;
  /** |log ratio of the heights| at the two ends. */
  readonly height: number;
  /** log of the gap in samples. */
  readonly gap: number;
  /** log of the number of sightings of the shorter tracklet. */
  readonly length: number;
  /** Greatest IoU of one end, extrapolated forwards or backwards in time, with the other. */
  readonly overlap: number;
}

/** Logistic regression on the tracklets of MOT17-02, 04 and 05; how it was fitted: docs/tracking.md. */
const WEIGHTS: Evidence = { motion: -0.35, height: -2.62, gap: -0.7, length: 0.38, overlap: 2.24 };
const INTERCEPT = -1.4;

const logOdds = (evidence: Evidence): number =>
  INTERCEPT +
  WEIGHTS.motion * evidence.motion +
  WEIGHTS.height * evidence.height +
  WEIGHTS.gap * evidence.gap +
  WEIGHTS.length * evidence.length +
  WEIGHTS.overlap * evidence.overlap;

/** Joins tracklets over gaps in which the object was hidden or missed. */
export function link(
  tracklets: readonly Tracklet[],
  samples: readonly Sample[],
  noise: Noise,
  maxGap: number,
): Tracklet[] {
  return ROUNDS.reduce<readonly Tracklet[]>((current, threshold) => {
    const candidates: Candidate[] = [];
    forEachPair(current, samples, noise, maxGap, (row, column, evidence) => {
      const weight = logOdds(evidence) - threshold;
      if (weight > 0) candidates.push({ row, column, weight });
    });
    return joined(current, assign(current.length, current.length, candidates));
  }, tracklets).slice();
}
