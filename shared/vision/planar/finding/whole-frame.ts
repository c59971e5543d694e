import type { Homography } from '../../../kernel/geometry/homography.ts';
import { alignedAfresh, type FittedPose, type Marked, rankOf } from '../alignment/fitted-pose.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { redetect } from './redetect.ts';
import { searchShifts } from './search.ts';
import type { View } from './view.ts';

/**
 * Looks for a surface in all that the pyramid holds: by its features, and without them by its smallest picture, around where it
 * was.
 * @param map where it was
 * @param side of the surface in the frame in which it was marked, in pixels
 * @param doubtful null where the surface is surely followed; else whether a place that features tell does not spare the search
 */
export function findAnywhere(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  views: readonly View[],
  map: Homography,
  marked: Marked,
  side: number,
  doubtful: ((pose: FittedPose) => boolean) | null,
): FittedPose | null {
  const [finest, coarsest] = [levels[0], levels.at(-1)] as [SurfaceLevel, SurfaceLevel];
  const better = (starts: readonly Homography[], than: FittedPose | null): FittedPose | null => {
    let best = than;
    for (const start of starts) {
      const next = alignedAfresh(levels, pyramid, start, marked, side);
      if (rankOf(next) > (best ? rankOf(best) : 0)) best = next;
    }
    return best;
  };
  const redetected = redetect(pyramid, views, pyramid.region, finest.grid.a, { slanted: doubtful !== null });
  const told = better(
    redetected.map(({ map: place }) => place),
    null,
  );
  if (told && !doubtful?.(told)) return told;
  return better(searchShifts(coarsest, pyramid, map), told);
}
