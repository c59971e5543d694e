import type { Box } from '../../kernel/geometry/box.ts';
import { blockMatcher } from './block-matching.ts';
import { corners, type Point } from './corners.ts';
import { follow, templateAt } from './lucas-kanade.ts';
import { COARSENING, type LumaPyramid, type Plane } from './luma-pyramid.ts';
import { type Consensus, consensus, differ } from './motion-consensus.ts';
import { IDENTITY, type Similarity } from './similarity.ts';

/** Side of the blocks of the coarse level in pixels, how many at most, and their largest shift as a share of the picture. */
const BLOCK_SIDE = 5;
const BLOCK_GRID = [9, 5] as const;
const REACH = 0.4;
/** Points of the fine level: side in pixels of the square that makes them corners, and how many at most. */
const POINT_SIDE = 7;
const POINT_GRID = [10, 6] as const;
/** Pixels of the level by which a point may be off. */
const COARSE_TOLERANCE = 1.25;
const FINE_TOLERANCE = 0.75;
/** How many points must move alike: in all, as a share of all points, and as a share of those found again. */
const MIN_INLIERS = 10;
const MIN_SHARE = 0.25;
const MIN_SHARE_FOUND = 0.5;
/** A motion that this share of all points follows has no rival. */
const ENOUGH_SHARE = 2 / 3;
/** Share of the picture over which they must be spread. */
const MIN_SPREAD = 1 / 6;
/** A motion is a rival of the best when it alone explains more than this share of what the best alone explains. */
const RIVAL_SHARE = 0.5;
/** The camera stands still when no corner of the picture moves by this many pixels of the fine level. */
const STILL_PIXELS = 0.2;
/** Objects that together fill a larger share of the picture are the scene itself, not something in front of it. */
const MAX_OBJECTS = 0.5;

/**
 * The camera's motion between two frames, from what they show. First, blocks of a very small picture are matched within two
 * fifths of it. The motions that most blocks agree on, and standing still, are the starting points from which corners of a
 * larger picture are followed; the motion that most corners share is the camera's. Moving objects, overlays and changes
 * between the frames are outvoted.
 * @param objects boxes in front of the scene in the later frame, in displayed pixels: points inside have no vote
 * @param displayed size of the displayed frame in pixels, whatever the shape of what the pyramids were made from
 * @returns maps displayed pixels of the later frame onto the earlier, as `cameraMotion` does; exactly the identity for a
 *   camera that stands still; null where the frames do not show it: little texture, different pictures, or two motions
 *   that explain almost equally much
 */
export function frameMotion(
  earlier: LumaPyramid,
  later: LumaPyramid,
  objects: readonly Box[],
  displayed: { readonly width: number; readonly height: number },
): Similarity | null {
  const across = displayed.width / later.width;
  const down = displayed.height / later.height;
  const covered = objects.reduce((sum, { width, height }) => sum + width * height, 0);
  const masks = covered <= MAX_OBJECTS * displayed.width * displayed.height ? objects : [];
  const votes = ({ x, y }: Point): boolean => !masks.some((box) => contains(box, across * x, down * y));
  const motion = dominantMotion(earlier, later, votes);
  return motion && { scale: motion.scale, x: across * motion.x, y: down * motion.y };
}

const contains = ({ x, y, width, height }: Box, u: number, v: number): boolean =>
  u >= x && u <= x + width && v >= y && v <= y + height;

/** In pixels of the fine level, as are the points. */
function dominantMotion(
  earlier: LumaPyramid,
  later: LumaPyramid,
  votes: (point: Point) => boolean,
): Similarity | null {
  const { fine } = later;
  const points = corners(fine, POINT_SIDE, gridOf(fine, POINT_GRID), votes);
  if (points.length < MIN_INLIERS) return null;
  const templates = points.map((point) => templateAt(fine, point));
  const answersFrom = (start: Similarity): Consensus[] =>
    consensus(
      templates.map((template) => ({ to: template.point, from: follow(earlier.fine, template, start) })),
      fine,
      FINE_TOLERANCE,
    );
  const answers: Consensus[] = [];
  for (const start of startingPoints(earlier.coarse, later.coarse, votes)) {
    answers.push(...answersFrom(start));
    if (answers.some(({ inliers }) => inliers.size >= ENOUGH_SHARE * points.length)) break;
  }
  if (answers.length === 0) return null;
  const best = answers.reduce((most, next) => (next.inliers.size > most.inliers.size ? next : most));
  const count = best.inliers.size;
  if (count < Math.max(MIN_INLIERS, MIN_SHARE * points.length, MIN_SHARE_FOUND * best.found)) return null;
  if (spreadOf([...best.inliers], fine) < MIN_SPREAD) return null;
  if (answers.some((other) => rivals(other, best, fine))) return null;
  return isStill(best.motion, fine) ? IDENTITY : best.motion;
}

/** Motions to begin with: none, then those that the coarse level suggests; in pixels of the fine level. */
function* startingPoints(
  earlier: Plane,
  later: Plane,
  votes: (point: Point) => boolean,
): Generator<Similarity> {
  yield IDENTITY;
  const middles = corners(later, BLOCK_SIDE, gridOf(later, BLOCK_GRID), ({ x, y }) =>
    votes({ x: COARSENING * x, y: COARSENING * y }),
  );
  const find = blockMatcher(earlier, later, BLOCK_SIDE, REACH);
  const suggested = consensus(
    middles.map((to) => ({ to, from: find(to) })),
    later,
    COARSE_TOLERANCE,
  );
  const most = suggested[0]?.inliers.size ?? 0;
  for (const { inliers, motion } of suggested) {
    const { scale, x, y } = motion;
    if (inliers.size > RIVAL_SHARE * most) yield { scale, x: COARSENING * x, y: COARSENING * y };
  }
}

const gridOf = ({ width, height }: Plane, [long, short]: readonly [number, number]) =>
  width >= height ? ([long, short] as const) : ([short, long] as const);

/** Whether `other` is another motion and explains much that `best` does not. */
function rivals(other: Consensus, best: Consensus, size: Plane): boolean {
  if (!differ(other.motion, best.motion, size, 2 * best.reach)) return false;
  const shared = [...other.inliers].filter((point) => best.inliers.has(point)).length;
  return other.inliers.size - shared > RIVAL_SHARE * (best.inliers.size - shared);
}

/** Share of the picture that points like these cover when they are evenly spread, by their standard deviations. */
function spreadOf(points: readonly Point[], { width, height }: Plane): number {
  const across = deviation(points.map(({ x }) => x / width));
  const down = deviation(points.map(({ y }) => y / height));
  return 12 * across * down;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function isStill({ scale, x, y }: Similarity, { width, height }: Plane): boolean {
  const [right, bottom] = [x + (scale - 1) * width, y + (scale - 1) * height];
  return (
    Math.max(Math.abs(x), Math.abs(right)) < STILL_PIXELS &&
    Math.max(Math.abs(y), Math.abs(bottom)) < STILL_PIXELS
  );
}
