import { blockMatcher } from './block-matching.ts';
import { identity, type Similarity } from './camera-motion.ts';
import { corners, type Point } from './corners.ts';
import { follow } from './lucas-kanade.ts';
import type { LumaPyramid, Plane } from './luma-pyramid.ts';
import { type Consensus, consensus } from './motion-consensus.ts';

/** Blocks of the coarsest level, and the largest shift as a share of the picture. */
const BLOCK = 8;
const BLOCK_GRID = [9, 5] as const;
const REACH = 0.4;
/** Points that are followed through the finer levels. */
const POINT_SIDE = 9;
const POINT_GRID = [10, 6] as const;
/** Pixels of the coarsest and of the finest level. */
const COARSE_TOLERANCE = 1.25;
const FINE_TOLERANCE = 0.75;
/** Of the points that should be seen in both pictures, the share that must move alike, and how many. */
const MIN_COARSE = 5;
const MIN_FINE = 8;
const MIN_SHARE = 0.3;
const MIN_SPREAD = 0.12;
const STILL = 0.3;

export function frameMotion(earlier: LumaPyramid, later: LumaPyramid): Similarity | null {
  const start = atDouble(coarseMotion(earlier[2], later[2]) ?? identity);
  const points = corners(later[1], POINT_SIDE, ...gridOf(later[1], POINT_GRID)).map((to) => {
    const middle = follow(earlier[1], later[1], to, start);
    if (!middle) return { to: doubled(to), from: [] };
    const shift = { scale: start.scale, x: 2 * middle.x - start.scale * 2 * to.x, y: 2 * middle.y - start.scale * 2 * to.y };
    const fine = follow(earlier[0], later[0], doubled(to), shift);
    return { to: doubled(to), from: fine ? [fine] : [] };
  });
  const [plane] = later;
  const agreed = consensus(points, plane, FINE_TOLERANCE);
  if (!agreed || !convincing(agreed, plane, MIN_FINE)) return null;
  return isStill(agreed.motion, plane) ? identity : agreed.motion;
}

function coarseMotion(earlier: Plane, later: Plane): Similarity | null {
  const find = blockMatcher(earlier, later, BLOCK, REACH);
  const blocks = corners(later, BLOCK, ...gridOf(later, BLOCK_GRID)).map((to) => ({ to, from: find(to) }));
  const agreed = consensus(blocks, later, COARSE_TOLERANCE);
  return agreed && convincing(agreed, later, MIN_COARSE) ? agreed.motion : null;
}

const gridOf = ({ width, height }: Plane, [long, short]: readonly [number, number]): [number, number] =>
  width >= height ? [long, short] : [short, long];

const doubled = ({ x, y }: Point): Point => ({ x: 2 * x, y: 2 * y });
const atDouble = ({ scale, x, y }: Similarity): Similarity => ({ scale, x: 2 * x, y: 2 * y });

function convincing({ inliers, expected }: Consensus, { width, height }: Plane, least: number): boolean {
  if (inliers.length < least || inliers.length < MIN_SHARE * expected) return false;
  return (
    deviation(inliers.map(({ x }) => x)) >= MIN_SPREAD * width &&
    deviation(inliers.map(({ y }) => y)) >= MIN_SPREAD * height
  );
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function isStill({ scale, x, y }: Similarity, { width, height }: Plane): boolean {
  return [x, x + (scale - 1) * width].every((dx) => [y, y + (scale - 1) * height].every((dy) => Math.hypot(dx, dy) < STILL));
}
