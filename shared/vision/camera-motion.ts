import { type Box, iou } from './box.ts';

/** Scale and translation of the image plane: p ↦ scale · p + (x, y). */
export interface Similarity {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const identity: Similarity = { scale: 1, x: 0, y: 0 };

export const transform = ({ scale, x, y }: Similarity, box: Box): Box => ({
  x: scale * box.x + x,
  y: scale * box.y + y,
  width: scale * box.width,
  height: scale * box.height,
});

/** First `inner`, then `outer`. */
export const compose = (outer: Similarity, inner: Similarity): Similarity => ({
  scale: outer.scale * inner.scale,
  x: outer.scale * inner.x + outer.x,
  y: outer.scale * inner.y + outer.y,
});

/** Fewer boxes than this fit any motion. */
const MIN_BOXES = 3;
/** The most confident boxes of a frame say enough, and bound the cost of a crowd. */
const MAX_BOXES = 20;
/** Boxes can be the same object when their sides differ by less than this factor. */
const SIZE_RATIO = 1.35;
/** A mean overlap above this needs no search for another hypothesis. */
const GOOD_OVERLAP = 0.8;
/** A camera motion must explain away this share of the misalignment; objects that move alike explain less. */
const EXPLAINED_SHARE = 0.3;
/** Hypotheses whose overlap is computed, and rounds of refinement. */
const HYPOTHESES = 8;
const REFINEMENTS = 5;
const MIN_OVERLAP = 0.2;
/** Between two sampled frames the camera zooms by no more than this factor. */
const MAX_ZOOM = 1.5;

/**
 * The camera's motion between two frames, from their boxes alone: the similarity that brings the boxes of `to` onto
 * those of `from`. Hypotheses (none, the motion before, the shifts that many pairs of boxes agree upon) compete by the
 * overlap they achieve; the best is refined by reweighted least squares. The identity where the boxes do not say.
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
  const atRest = totalOverlap(before, after, identity);
  const hypotheses =
    atRest > GOOD_OVERLAP * count ? [identity] : [identity, previous, ...commonShifts(before, after)];
  const start = hypotheses
    .map((motion) => ({ motion, overlap: totalOverlap(before, after, motion) }))
    .reduce((best, next) => (next.overlap > best.overlap ? next : best));
  const { motion, overlap } = refine(before, after, start);
  return count - overlap < (1 - EXPLAINED_SHARE) * (count - atRest) ? motion : identity;
}

interface Hypothesis {
  readonly motion: Similarity;
  readonly overlap: number;
}

function refine(before: readonly Box[], after: readonly Box[], start: Hypothesis): Hypothesis {
  let best = start;
  for (let round = 0; round < REFINEMENTS; round++) {
    const pairs = after.flatMap((box): Pair[] => {
      const { match, overlap } = bestOverlap(before, transform(best.motion, box));
      return match && overlap > MIN_OVERLAP
        ? [{ from: match, to: box, weight: overlap ** 2 / (match.width * match.height) }]
        : [];
    });
    if (pairs.length < MIN_BOXES) break;
    const motion = leastSquares(pairs);
    const overlap = totalOverlap(before, after, motion);
    if (overlap <= best.overlap) break;
    best = { motion, overlap };
  }
  return best;
}

/** Shifts between boxes of similar size, those with the most other shifts nearby first. */
function commonShifts(before: readonly Box[], after: readonly Box[]): Similarity[] {
  const x: number[] = [];
  const y: number[] = [];
  const reach: number[] = [];
  for (const from of before) {
    for (const to of after) {
      if (!similar(from.width, to.width) || !similar(from.height, to.height)) continue;
      x.push(from.x - to.x + (from.width - to.width) / 2);
      y.push(from.y - to.y + (from.height - to.height) / 2);
      reach.push(Math.sqrt(from.width * from.height) / 4);
    }
  }
  const votes = votesNearby(Float64Array.from(x), Float64Array.from(y), Float64Array.from(reach));
  const order = Array.from(votes.keys()).sort((i, j) => (votes[j] ?? 0) - (votes[i] ?? 0));
  return order.slice(0, HYPOTHESES).map((i) => ({ scale: 1, x: x[i] ?? 0, y: y[i] ?? 0 }));
}

const similar = (a: number, b: number): boolean => a < SIZE_RATIO * b && b < SIZE_RATIO * a;

/** For each point how many others are within reach of both, the nearer the more. */
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

interface Pair {
  readonly from: Box;
  readonly to: Box;
  readonly weight: number;
}

/** The similarity without rotation that best maps the corners of `to` onto those of `from`. */
function leastSquares(pairs: readonly Pair[]): Similarity {
  const corners = pairs.flatMap(({ from, to, weight }) => [
    { weight, u: to.x, v: to.y, x: from.x, y: from.y },
    { weight, u: to.x + to.width, v: to.y + to.height, x: from.x + from.width, y: from.y + from.height },
  ]);
  const total = corners.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (key: 'u' | 'v' | 'x' | 'y'): number =>
    corners.reduce((sum, corner) => sum + corner.weight * corner[key], 0) / total;
  const [u, v, x, y] = [mean('u'), mean('v'), mean('x'), mean('y')];
  let shared = 0;
  let spread = 0;
  for (const c of corners) {
    shared += c.weight * ((c.u - u) * (c.x - x) + (c.v - v) * (c.y - y));
    spread += c.weight * ((c.u - u) ** 2 + (c.v - v) ** 2);
  }
  const scale = spread > 0 ? Math.min(MAX_ZOOM, Math.max(1 / MAX_ZOOM, shared / spread)) : 1;
  return { scale, x: x - scale * u, y: y - scale * v };
}

function totalOverlap(before: readonly Box[], after: readonly Box[], motion: Similarity): number {
  return after.reduce((sum, box) => sum + bestOverlap(before, transform(motion, box)).overlap, 0);
}

function bestOverlap(boxes: readonly Box[], box: Box): { match: Box | undefined; overlap: number } {
  let match: Box | undefined;
  let overlap = 0;
  for (const candidate of boxes) {
    const value = iou(candidate, box);
    if (value > overlap) {
      overlap = value;
      match = candidate;
    }
  }
  return { match, overlap };
}
