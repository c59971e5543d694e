import { cornersOf, type Homography } from '../../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../../kernel/geometry/quadrilateral.ts';
import { alignedAfresh } from '../alignment/fitted-pose.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { redetect } from './redetect.ts';
import { searchShifts } from './shift-search.ts';
import type { View } from './view.ts';

/** Share of the surface's side that another place is away. */
const AWAY_SHARE = 0.25;

/**
 * How well the surface fits where it is not, in the frame in which it was marked: a copy of it, or the next tile of a wall, fits
 * nearly as well as the surface itself. Later results must fit better than that.
 * @param views of that frame
 * @param map of the surface in it
 * @param side of the surface, in pixels
 * @returns the score of the best such place (`scoreOf`), 0 where there is none
 */
export function lookAlikeScore(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  views: readonly View[],
  map: Homography,
  side: number,
): number {
  const [finest, coarsest] = [levels[0], levels.at(-1)] as [SurfaceLevel, SurfaceLevel];
  const { a, b } = finest.grid;
  const marked = cornersOf(map, a, b);
  const starts: Homography[] = searchShifts(coarsest, pyramid, map, AWAY_SHARE);
  const elsewhere = { map, pixels: AWAY_SHARE * side };
  for (const place of redetect(pyramid, views, a, { slanted: true, elsewhere })) starts.push(place.map);
  let best = 0;
  for (const start of starts) {
    const { corners, score } = alignedAfresh(levels, pyramid, start, { map, borders: [] }, side);
    if (cornerDistance(corners, marked) > AWAY_SHARE * side) best = Math.max(best, score);
  }
  return best;
}
