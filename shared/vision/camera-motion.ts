import type { Box } from './box.ts';
import { bestSimilarity, identity, type PointMatch, type Similarity } from './similarity.ts';

/** Nothing tells a single box's motion from that of the camera. */
const MIN_BOXES = 2;
/** The most confident boxes of a frame say enough, and bound the cost of a crowd. */
const MAX_BOXES = 20;
/** Boxes can be the same object when their sides differ by less than this factor. */
const SIZE_RATIO = 1.4;
/** Distance between a box and where the camera's motion brings it, in box sizes, that counts a quarter: */
const REACH = { first: 0.8, last: 0.35, verdict: 0.5 };
/** likewise the natural logarithm of the ratio of their sizes. */
const SIZE_REACH = 0.3;
/** A mean agreement above this needs no search for another hypothesis. */
const GOOD_AGREEMENT = 0.85;
/** A camera motion must explain away this share of the disagreement; objects that move alike explain less. */
const EXPLAINED_SHARE = 0.2;
/** It must also gain as much as half a box: with few boxes, people who walk the same way explain more. */
const LEAST_GAIN = 0.5;
/** Common shifts that are tried, and rounds of refinement. */
const HYPOTHESES = 4;
const REFINEMENTS = 4;

/**
 * The camera's motion between two frames, from their boxes alone: the similarity that brings the boxes of `to` onto
 * those of `from`. Hypotheses (none, the motion before, the shifts that many pairs of boxes agree upon) are refined by
 * reweighted least squares with a reach that narrows from round to round. They compete by how many boxes then agree in
 * place and size, less up to one box where the camera would have to change what it does. Agreement reaches
 * farther than overlap does, as small boxes soon miss each other. The identity where the boxes do not say.
 *
 * @param from boxes of the earlier frame, surest first
 * @param to boxes of the later frame, surest first
 * @param previous the motion between the two frames before
 */
export function cameraMotion(from: readonly Box[], to: readonly Box[], previous: Similarity): Similarity {
  const before = from.slice(0, MAX_BOXES);
  const after = to.slice(0, MAX_BOXES);
  const count = Math.min(before.length, after.length);
  if (count < MIN_BOXES) return identity;
  const pairs = likelyPairs(before, after);
  const atRest = agreement(pairs, identity);
  const starts = atRest > GOOD_AGREEMENT * count ? [identity] : [identity, previous, ...commonShifts(pairs)];
  let [best, most] = [identity, atRest];
  for (const start of starts) {
    const motion = refine(pairs, start);
    const agreed =
      agreement(pairs, motion) - Math.min(change(pairs, identity, motion), change(pairs, previous, motion));
    if (agreed > most) [best, most] = [motion, agreed];
  }
  return most - atRest > Math.max(LEAST_GAIN, EXPLAINED_SHARE * (count - atRest)) ? best : identity;
}

/** A box of the earlier and one of the later frame: centres and sides. */
interface Pair {
  /** Number of the later box. */
  readonly later: number;
  readonly from: Side;
  readonly to: Side;
  /** Geometric mean of the sides of the earlier box, and its logarithm less that of the later one. */
  readonly size: number;
  readonly zoom: number;
}

interface Side {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const centred = ({ x, y, width, height }: Box): Side => ({
  x: x + width / 2,
  y: y + height / 2,
  width,
  height,
});

/** Pairs of boxes of similar sides, those of one later box one after the other. */
function likelyPairs(before: readonly Box[], after: readonly Box[]): Pair[] {
  const earlier = before.map(centred);
  return after.flatMap((box, later) => {
    const to = centred(box);
    return earlier.flatMap((from): Pair[] => {
      if (!similar(from.width, to.width) || !similar(from.height, to.height)) return [];
      const zoom = Math.log((from.width * from.height) / (to.width * to.height)) / 2;
      return [{ later, from, to, size: Math.sqrt(from.width * from.height), zoom }];
    });
  });
}

const similar = (a: number, b: number): boolean => a < SIZE_RATIO * b && b < SIZE_RATIO * a;

/** How well the best match of each later box agrees with the motion, summed up. */
function agreement(pairs: readonly Pair[], motion: Similarity): number {
  let sum = 0;
  for (const { weight } of bestMatches(pairs, motion, REACH.verdict)) sum += weight;
  return sum;
}

/** How differently two motions move the later boxes, in [0, 1]: one half where that is by a box size. */
function change(pairs: readonly Pair[], a: Similarity, b: Similarity): number {
  let sum = 0;
  for (const { to, size } of pairs) {
    const x = (a.scale - b.scale) * to.x + a.x - b.x;
    const y = (a.scale - b.scale) * to.y + a.y - b.y;
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
    const x = (motion.scale * pair.to.x + motion.x - pair.from.x) / (reach * pair.size);
    const y = (motion.scale * pair.to.y + motion.y - pair.from.y) / (reach * pair.size);
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

/** Shifts between boxes of similar size, those with the most other shifts nearby first; none near one before it. */
function commonShifts(pairs: readonly Pair[]): Similarity[] {
  const x = Float64Array.from(pairs, ({ from, to }) => from.x - to.x);
  const y = Float64Array.from(pairs, ({ from, to }) => from.y - to.y);
  const reach = Float64Array.from(pairs, ({ size }) => size / 2);
  const votes = votesNearby(x, y, reach);
  const chosen: Similarity[] = [];
  while (chosen.length < HYPOTHESES) {
    let best = 0;
    for (let i = 1; i < votes.length; i++) if ((votes[i] ?? 0) > (votes[best] ?? 0)) best = i;
    if (!votes[best]) break;
    const shift = { scale: 1, x: x[best] ?? 0, y: y[best] ?? 0 };
    const near = (reach[best] ?? 0) ** 2;
    for (let i = 0; i < votes.length; i++) {
      if (((x[i] ?? 0) - shift.x) ** 2 + ((y[i] ?? 0) - shift.y) ** 2 <= near) votes[i] = 0;
    }
    chosen.push(shift);
  }
  return chosen;
}

/** For each shift how many others are within reach of both, the nearer the more. */
function votesNearby(xs: Float64Array, ys: Float64Array, reaches: Float64Array): Float64Array {
  const votes = new Float64Array(xs.length).fill(1);
  for (let i = 0; i < xs.length; i++) {
    for (let j = i + 1; j < xs.length; j++) {
      const x = (xs[i] ?? 0) - (xs[j] ?? 0);
      const y = (ys[i] ?? 0) - (ys[j] ?? 0);
      const reach = Math.min(reaches[i] ?? 0, reaches[j] ?? 0);
      const nearness = 1 - (x * x + y * y) / (reach * reach);
      if (nearness > 0) {
        votes[i] = (votes[i] ?? 0) + nearness;
        votes[j] = (votes[j] ?? 0) + nearness;
      }
    }
  }
  return votes;
}

/** Two opposite corners of the boxes of each match: these tell of the zoom, too. Small boxes are placed more precisely. */
function corners(matches: readonly Match[]): PointMatch[] {
  const points: PointMatch[] = [];
  for (const { pair, weight } of matches) {
    const { from, to, size } = pair;
    const precision = weight / size ** 2;
    for (const side of [-0.5, 0.5]) {
      points.push({
        to: { x: to.x + side * to.width, y: to.y + side * to.height },
        from: { x: from.x + side * from.width, y: from.y + side * from.height },
        weight: precision,
      });
    }
  }
  return points;
}
