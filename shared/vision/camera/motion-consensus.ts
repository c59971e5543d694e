import type { Size } from '../../kernel/geometry/box.ts';
import type { Point } from './corners.ts';
import { bestSimilarity, MAX_ZOOM, type PointMatch, type Similarity } from './similarity.ts';

/** A point of the later picture and its candidate positions in the earlier one, of which at most one is right. */
interface Correspondence {
  readonly to: Point;
  readonly from: readonly Point[];
}

/** A motion that many points agree upon. */
export interface Consensus {
  /** Maps the later picture onto the earlier. */
  readonly motion: Similarity;
  /** Pixels by which a point that moves like this may be off. */
  readonly reach: number;
  /** The points of the later picture that move like this, and how many were found in the earlier one at all. */
  readonly inliers: ReadonlySet<Point>;
  readonly found: number;
}

/** Share of a displacement that it may vary by over the picture, for depth and perspective. */
const VARIATION = 0.05;
/** Pairs of points that propose a zoom. */
const MAX_PAIRS = 250;
const MAX_MOTIONS = 4;
const REFINEMENTS = 5;

/**
 * The motions that most points agree upon. Every point proposes its possible shifts, and pairs of points far
 * from each other a zoom; the proposal that MSAC scores best is chosen (Torr and Zisserman, CVIU 2000), then the best of those that
 * differ from it, and so on; each is refined by least squares with Tukey's weights. Proposals are taken evenly, not drawn:
 * equal points give equal motions.
 * @param size of both pictures
 * @param tolerance pixels by which a point may be off where nothing moves
 * @returns best first; they may share points
 */
export function consensus(points: readonly Correspondence[], size: Size, tolerance: number): Consensus[] {
  const found = points.filter(({ from }) => from.length > 0);
  let candidates = [...shifts(found), ...zooms(found, Math.min(size.width, size.height) / 2)].map(
    (motion) => {
      const reach = tolerance + VARIATION * shiftOf(motion, size);
      // Chance finds a zoom where there is none, as a zoom has one more free parameter.
      const score = closeness(found, motion, reach) * (1 - Math.abs(Math.log(motion.scale)));
      return { motion, reach, score };
    },
  );
  const agreed: Consensus[] = [];
  while (candidates.length > 0 && agreed.length < MAX_MOTIONS) {
    const { motion: start, reach } = candidates.reduce((best, next) =>
      next.score > best.score ? next : best,
    );
    const motion = refined(found, start, reach);
    const inliers = new Set(found.filter((point) => follows(point, motion, reach)).map(({ to }) => to));
    agreed.push({ motion, reach, inliers, found: found.length });
    candidates = candidates.filter((other) => differ(other.motion, start, size, 2 * reach));
  }
  return agreed;
}

/** Whether two motions take the centre of the picture to places at least `pixels` apart. */
export function differ(a: Similarity, b: Similarity, { width, height }: Size, pixels: number): boolean {
  const middle = { x: width / 2, y: height / 2 };
  return distance(moved(a, middle), moved(b, middle)) >= pixels;
}

function shiftOf(motion: Similarity, { width, height }: Size): number {
  const middle = { x: width / 2, y: height / 2 };
  return distance(moved(motion, middle), middle);
}

/** Math.hypot takes ten times as long. */
const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

const moved = ({ scale, x, y }: Similarity, point: Point): Point => ({
  x: scale * point.x + x,
  y: scale * point.y + y,
});

const shifts = (points: readonly Correspondence[]): Similarity[] =>
  points.flatMap(({ to, from }) => from.map(({ x, y }) => ({ scale: 1, x: x - to.x, y: y - to.y })));

/** For pairs of points at least `baseline` apart, the similarity between their likeliest places. */
function zooms(points: readonly Correspondence[], baseline: number): Similarity[] {
  const found = points.flatMap(({ to, from: [from] }) => (from ? [{ to, from, weight: 1 }] : []));
  const pairs = [...pairsApart(found, baseline)];
  const step = Math.max(1, pairs.length / MAX_PAIRS);
  return Array.from({ length: Math.floor(pairs.length / step) }, (_, i) => pairs[Math.floor(i * step)])
    .flatMap((pair) => (pair && bestSimilarity(pair)) ?? [])
    .filter(({ scale }) => scale < MAX_ZOOM && scale * MAX_ZOOM > 1);
}

function* pairsApart(
  matches: readonly PointMatch[],
  baseline: number,
): Generator<readonly [PointMatch, PointMatch]> {
  for (const [i, a] of matches.entries()) {
    for (let j = i + 1; j < matches.length; j++) {
      const b = matches[j];
      if (b && distance(a.to, b.to) >= baseline) yield [a, b];
    }
  }
}

/** Each point adds between 0 and 1: 1 where it was exactly where the motion predicts, 0 from `reach` pixels away. */
function closeness(points: readonly Correspondence[], { scale, x, y }: Similarity, reach: number): number {
  const share = 1 / reach ** 2;
  let sum = 0;
  for (const { to, from } of points) {
    const u = scale * to.x + x;
    const v = scale * to.y + y;
    let best = 0;
    for (const place of from) best = Math.max(best, 1 - share * ((place.x - u) ** 2 + (place.y - v) ** 2));
    sum += best;
  }
  return sum;
}

function follows({ to, from }: Correspondence, motion: Similarity, reach: number): boolean {
  const expected = moved(motion, to);
  return from.some((place) => distance(place, expected) < reach);
}

function refined(points: readonly Correspondence[], start: Similarity, reach: number): Similarity {
  let motion = start;
  for (let round = 0; round < REFINEMENTS; round++) {
    const matches = points.flatMap(({ to, from }): PointMatch[] => {
      const expected = moved(motion, to);
      return from
        .filter((place) => distance(place, expected) < reach)
        .map((place) => ({ to, from: place, weight: (1 - (distance(place, expected) / reach) ** 2) ** 2 }));
    });
    if (matches.length < 2) break;
    motion = bestSimilarity(matches) ?? motion;
  }
  return motion;
}
