import type { Box } from '../../kernel/geometry/box.ts';
import { CommonShifts } from './common-shifts.ts';
import { LikelyPairs } from './likely-pairs.ts';
import { bestSimilarity, IDENTITY, type PointMatch, type Similarity } from './similarity.ts';

/** The motion of a single box cannot be distinguished from that of the camera. */
const MIN_BOXES = 2;
/** The most confident boxes of a frame are enough, and bound the cost of a crowd. */
const MAX_BOXES = 20;
/**
 * Distance between a box and where the camera's motion brings it, in box sizes, that counts a quarter: in the first and
 * the last round of refinement, and when hypotheses compete.
 */
const REACH = { first: 0.8, last: 0.35, final: 0.5 };
/** A mean agreement above this needs no search for another hypothesis. */
const GOOD_AGREEMENT = 0.85;
/** A camera motion must explain away this share of the disagreement; objects that move alike explain less. */
const EXPLAINED_SHARE = 0.2;
/** It must also gain as much as half a box: with few boxes, people who walk the same way explain more. */
const MIN_GAIN = 0.5;
const REFINEMENTS = 4;

/** Filled again by each search. */
const pairs = new LikelyPairs(MAX_BOXES);
const commonShifts = new CommonShifts(MAX_BOXES ** 2);

/**
 * The camera's motion between two frames, from their boxes alone: the similarity that brings the boxes of `to` onto
 * those of `from`. Hypotheses (none, the motion before, the shifts that many pairs of boxes agree upon) are refined by
 * reweighted least squares with a reach that narrows from round to round. They compete by how many boxes then agree in
 * place and size, less up to one box where the camera would have to change what it does. Agreement reaches
 * farther than overlap does, as small boxes soon miss each other. The identity where the boxes do not show it.
 *
 * @param from boxes of the earlier frame, surest first
 * @param to boxes of the later frame, surest first
 * @param previous the motion between the two frames before
 */
export function cameraMotion(from: readonly Box[], to: readonly Box[], previous: Similarity): Similarity {
  const before = from.slice(0, MAX_BOXES);
  const after = to.slice(0, MAX_BOXES);
  const count = Math.min(before.length, after.length);
  if (count < MIN_BOXES) return IDENTITY;
  pairs.fill(before, after);
  const atRest = agreement(pairs, IDENTITY);
  // Most cameras rest most of the time: what holds for rest is then not found out a second time.
  const usual = previous === IDENTITY ? [IDENTITY] : [IDENTITY, previous];
  const starts = atRest > GOOD_AGREEMENT * count ? [IDENTITY] : [...usual, ...commonShifts.of(pairs)];
  let [best, most] = [IDENTITY, atRest];
  for (const start of starts) {
    const motion = refine(pairs, start);
    const agreed =
      agreement(pairs, motion) - Math.min(...usual.map((expected) => pairs.difference(expected, motion)));
    if (agreed > most) [best, most] = [motion, agreed];
  }
  return most - atRest > Math.max(MIN_GAIN, EXPLAINED_SHARE * (count - atRest)) ? best : IDENTITY;
}

/** How well the best match of each later box agrees with the motion, summed up. */
function agreement(pairs: LikelyPairs, motion: Similarity): number {
  let sum = 0;
  pairs.bestMatches(motion, REACH.final, (_, weight) => {
    sum += weight;
  });
  return sum;
}

function refine(pairs: LikelyPairs, start: Similarity): Similarity {
  let motion = start;
  for (let round = 0; round < REFINEMENTS; round++) {
    const narrowed = REACH.first * (REACH.last / REACH.first) ** (round / (REFINEMENTS - 1));
    motion = bestSimilarity(cornersMatched(pairs, motion, narrowed)) ?? motion;
  }
  return motion;
}

/** The corners of the best match of each later box. Small boxes are placed more precisely. */
function cornersMatched(pairs: LikelyPairs, motion: Similarity, reach: number): PointMatch[] {
  const points: PointMatch[] = [];
  pairs.bestMatches(motion, reach, (pair, weight) => {
    const { corners: from } = pairs.from(pair);
    const { corners: to } = pairs.to(pair);
    const precision = weight / pairs.size(pair) ** 2;
    points.push({ to: to[0], from: from[0], weight: precision });
    points.push({ to: to[1], from: from[1], weight: precision });
  });
  return points;
}
