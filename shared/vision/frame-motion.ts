import { blockMatcher } from './block-matching.ts';
import { identity, type Similarity } from './camera-motion.ts';
import { corners, type Point } from './corners.ts';
import { follow } from './lucas-kanade.ts';
import { COARSENING, type LumaPyramid, type Plane } from './luma-pyramid.ts';
import { consensus, differ } from './motion-consensus.ts';

/** Blocks of the coarsest level, and the largest shift as a share of the picture. */
const BLOCK = 7;
const BLOCK_GRID = [9, 5] as const;
const REACH = 0.4;
/** Points that are followed through the finer levels. */
const POINT_SIDE = 9;
const POINT_GRID = [10, 6] as const;
/** Pixels of the coarsest and of the finest level. */
const COARSE_TOLERANCE = 1.25;
const FINE_TOLERANCE = 0.75;
/** Points that must move alike, as a number and as a share of those that were found again. */
const MIN_INLIERS = 10;
const MIN_SHARE = 0.5;
/** Their standard deviation along each axis, as a share of the picture; 0.29 is that of points all over it. */
const MIN_SPREAD = 0.15;
/** What explains this share of what the best does not, as of what the best alone explains, is its rival. */
const RIVAL_SHARE = 0.5;
/** Pixels by which no corner moves where the camera stands still. */
const STILL = 0.2;

export function frameMotion(earlier: LumaPyramid, later: LumaPyramid): Similarity | null {
  const { fine } = later;
  const places = corners(fine, POINT_SIDE, ...gridOf(fine, POINT_GRID));
  let found = 0;
  const answers = startingPoints(earlier.coarse, later.coarse).flatMap((start) => {
    const points = places.map((to) => {
      const from = follow(earlier.fine, fine, to, start);
      return { to, from: from ? [from] : [] };
    });
    return consensus(points, fine, FINE_TOLERANCE).map((answer) => ({...answer, found: points.filter(p=>p.from.length).length, inliers: new Set([...answer.inliers].map(({ to }) => to)) }));
  });
  if (answers.length === 0) return null;
  const best = answers.reduce((a, b) => (b.inliers.size > a.inliers.size ? b : a));
  if (process.env.DBG) console.log('  fine', places.length, answers.map(({ motion, inliers, found }) => [motion.scale.toFixed(2), motion.x.toFixed(1), motion.y.toFixed(1), inliers.size, found].join(' ')).join(' | '));
  if (best.inliers.size < MIN_INLIERS || best.inliers.size < MIN_SHARE * best.found || !spread([...best.inliers], fine)) return null;
  for (const other of answers) {
    if (!differ(other.motion, best.motion, fine, 2 * best.reach)) continue;
    const shared = other.inliers.intersection(best.inliers).size;
    if (other.inliers.size - shared > RIVAL_SHARE * (best.inliers.size - shared)) return null;
  }
  return isStill(best.motion, fine) ? identity : best.motion;
}

/** Motions to begin with, in pixels of the fine level: what the coarse level suggests, and none. */
function startingPoints(earlier: Plane, later: Plane): Similarity[] {
  const find = blockMatcher(earlier, later, BLOCK, REACH);
  const blocks = corners(later, BLOCK, ...gridOf(later, BLOCK_GRID)).map((to) => ({ to, from: find(to) }));
  const [best, ...others] = consensus(blocks, later, COARSE_TOLERANCE);
  const suggested = best ? [best, ...others.filter(({ inliers }) => inliers.size > RIVAL_SHARE * best.inliers.size)] : [];
  if (process.env.DBG) console.log('  coarse', blocks.length, suggested.map(({ motion, inliers }) => [motion.scale.toFixed(2), motion.x.toFixed(1), motion.y.toFixed(1), inliers.size].join(' ')).join(' | '));
  const motions = suggested.map(({ motion }) => motion);
  if (motions.every((motion) => differ(motion, identity, later, COARSE_TOLERANCE))) motions.push(identity);
  return motions.map(({ scale, x, y }) => ({ scale, x: COARSENING * x, y: COARSENING * y }));
}

const gridOf = ({ width, height }: Plane, [long, short]: readonly [number, number]): [number, number] =>
  width >= height ? [long, short] : [short, long];

function spread(points: readonly Point[], { width, height }: Plane): boolean {
  return (
    deviation(points.map(({ x }) => x)) >= MIN_SPREAD * width &&
    deviation(points.map(({ y }) => y)) >= MIN_SPREAD * height
  );
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function isStill({ scale, x, y }: Similarity, { width, height }: Plane): boolean {
  return [x, x + (scale - 1) * width].every((dx) => [y, y + (scale - 1) * height].every((dy) => Math.hypot(dx, dy) < STILL));
}
