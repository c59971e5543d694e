import type { Box } from '../../kernel/geometry/box.ts';
import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import type { Point } from './corners.ts';
import { bestSimilarity, IDENTITY, type PointMatch, type Similarity } from './similarity.ts';

/** The motion of a single box cannot be told from that of the camera. */
const MIN_BOXES = 2;
/** The most confident boxes of a frame are enough, and bound the cost of a crowd. */
const MAX_BOXES = 20;
/** Boxes can be the same object when their sides differ by less than this factor. */
const SIZE_RATIO = 1.4;
/**
 * Distance between a box and where the camera's motion brings it, in box sizes, that counts a quarter: in the first and
 * the last round of refinement, and when hypotheses compete.
 */
const REACH = { first: 0.8, last: 0.35, final: 0.5 };
/** Natural logarithm of the ratio of their sizes that counts a quarter. */
const SIZE_REACH = 0.3;
/** A mean agreement above this needs no search for another hypothesis. */
const GOOD_AGREEMENT = 0.85;
/** A camera motion must explain away this share of the disagreement; objects that move alike explain less. */
const EXPLAINED_SHARE = 0.2;
/** It must also gain as much as half a box: with few boxes, people who walk the same way explain more. */
const MIN_GAIN = 0.5;
/** Common shifts that are tried, and rounds of refinement. */
const HYPOTHESES = 4;
const REFINEMENTS = 4;

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
  const pairs = likelyPairs(before, after);
  const atRest = agreement(pairs, IDENTITY);
  // Most cameras rest most of the time: what holds for rest is then not found out a second time.
  const usual = previous === IDENTITY ? [IDENTITY] : [IDENTITY, previous];
  const starts = atRest > GOOD_AGREEMENT * count ? [IDENTITY] : [...usual, ...commonShifts(pairs)];
  let [best, most] = [IDENTITY, atRest];
  for (const start of starts) {
    const motion = refine(pairs, start);
    const agreed =
      agreement(pairs, motion) - Math.min(...usual.map((expected) => change(pairs, expected, motion)));
    if (agreed > most) [best, most] = [motion, agreed];
  }
  return most - atRest > Math.max(MIN_GAIN, EXPLAINED_SHARE * (count - atRest)) ? best : IDENTITY;
}

/** A box of the earlier and one of the later frame. */
interface Pair {
  /** Number of the later box. */
  readonly later: number;
  readonly from: CorneredBox;
  readonly to: CorneredBox;
  /** Geometric mean of the sides of the earlier box, and its logarithm less that of the later one. */
  readonly size: number;
  readonly zoom: number;
}

interface CorneredBox extends CentredBox {
  /** Two opposite ones: they tell of the zoom, too. */
  readonly corners: readonly [Point, Point];
}

const withCorners = ({ x, y, width, height }: Box): CorneredBox => ({
  cx: x + width / 2,
  cy: y + height / 2,
  width,
  height,
  corners: [
    { x, y },
    { x: x + width, y: y + height },
  ],
});

/** Pairs of boxes of similar sides, those of one later box one after the other. */
function likelyPairs(before: readonly Box[], after: readonly Box[]): Pair[] {
  const earlier = before.map(withCorners);
  const pairs: Pair[] = [];
  for (const [later, to] of after.map(withCorners).entries()) {
    for (const from of earlier) {
      if (!similar(from.width, to.width) || !similar(from.height, to.height)) continue;
      const zoom = Math.log((from.width * from.height) / (to.width * to.height)) / 2;
      pairs.push({ later, from, to, size: Math.sqrt(from.width * from.height), zoom });
    }
  }
  return pairs;
}

const similar = (a: number, b: number): boolean => a < SIZE_RATIO * b && b < SIZE_RATIO * a;

/** How well the best match of each later box agrees with the motion, summed up. */
function agreement(pairs: readonly Pair[], motion: Similarity): number {
  let sum = 0;
  for (const { weight } of bestMatches(pairs, motion, REACH.final)) sum += weight;
  return sum;
}

/** How differently two motions move the later boxes, in [0, 1]: one half where that is by a box size. */
function change(pairs: readonly Pair[], a: Similarity, b: Similarity): number {
  let sum = 0;
  for (const { to, size } of pairs) {
    const x = (a.scale - b.scale) * to.cx + a.x - b.x;
    const y = (a.scale - b.scale) * to.cy + a.y - b.y;
    sum += 1 - 1 / (1 + (x * x + y * y) / (size * size));
  }
  return pairs.length > 0 ? sum / pairs.length : 0;
}

interface Match {
  readonly pair: Pair;
  /** In [0, 1]: 1 where place and size agree. */
  readonly weight: number;
}

function bestMatches(pairs: readonly Pair[], motion: Similarity, reach: number): Match[] {
  const matches: Match[] = [];
  const zoom = Math.log(motion.scale);
  let best: Pair | undefined;
  let least = Infinity;
  for (const pair of pairs) {
    if (best && best.later !== pair.later) {
      matches.push({ pair: best, weight: (1 + least) ** -2 });
      least = Infinity;
    }
    const x = (motion.scale * pair.to.cx + motion.x - pair.from.cx) / (reach * pair.size);
    const y = (motion.scale * pair.to.cy + motion.y - pair.from.cy) / (reach * pair.size);
    const size = (zoom - pair.zoom) / SIZE_REACH;
    const distance = x * x + y * y + size * size;
    if (distance < least) {
      least = distance;
      best = pair;
    }
  }
  if (best) matches.push({ pair: best, weight: (1 + least) ** -2 });
  return matches;
}

function refine(pairs: readonly Pair[], start: Similarity): Similarity {
  let motion = start;
  for (let round = 0; round < REFINEMENTS; round++) {
    const narrowed = REACH.first * (REACH.last / REACH.first) ** (round / (REFINEMENTS - 1));
    motion = bestSimilarity(corners(bestMatches(pairs, motion, narrowed))) ?? motion;
  }
  return motion;
}

/** A shift proposed by a pair of boxes. */
interface Shift extends Point {
  /** Pixels within which another shift counts as the same. */
  readonly reach: number;
  /** 1 for itself, and up to 1 for each other one within reach of both, the nearer the more. */
  votes: number;
}

/**
 * Shifts between boxes of similar size, those with the most other shifts nearby first, of equal ones that of the
 * surest boxes; none near one before it.
 */
function commonShifts(pairs: readonly Pair[]): Similarity[] {
  const shifts = votedShifts(pairs);
  const chosen: Similarity[] = [];
  while (chosen.length < HYPOTHESES) {
    let best = shifts[0];
    for (const shift of shifts) if (best && shift.votes > best.votes) best = shift;
    if (!best?.votes) break;
    const { x, y, reach } = best;
    chosen.push({ scale: 1, x, y });
    for (const shift of shifts) {
      if ((shift.x - x) ** 2 + (shift.y - y) ** 2 <= reach ** 2) shift.votes = 0;
    }
  }
  return chosen;
}

function votedShifts(pairs: readonly Pair[]): Shift[] {
  const shifts = pairs.map(
    ({ from, to, size }): Shift => ({ x: from.cx - to.cx, y: from.cy - to.cy, reach: size / 2, votes: 1 }),
  );
  const rightwards = shifts.toSorted((a, b) => a.x - b.x);
  for (let i = 0; i < rightwards.length; i++) {
    const a = rightwards[i] as Shift;
    for (let j = i + 1; j < rightwards.length; j++) {
      const b = rightwards[j] as Shift;
      const x = b.x - a.x;
      const y = b.y - a.y;
      // All others to the right are farther still.
      if (x > a.reach) break;
      const nearness = 1 - (x * x + y * y) / Math.min(a.reach, b.reach) ** 2;
      if (nearness > 0) {
        a.votes += nearness;
        b.votes += nearness;
      }
    }
  }
  return shifts;
}

/** The corners of the boxes of each match. Small boxes are placed more precisely. */
function corners(matches: readonly Match[]): PointMatch[] {
  const points: PointMatch[] = [];
  for (const { pair, weight } of matches) {
    const { from, to, size } = pair;
    const precision = weight / size ** 2;
    points.push({ to: to.corners[0], from: from.corners[0], weight: precision });
    points.push({ to: to.corners[1], from: from.corners[1], weight: precision });
  }
  return points;
}
