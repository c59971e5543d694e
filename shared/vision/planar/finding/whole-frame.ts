import type { Homography } from '../../../kernel/geometry/homography.ts';
import { alignedAfresh, type FittedPose, type Marked, rankOf } from '../alignment/fitted-pose.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';
import { redetect } from './redetect.ts';
import { searchShifts } from './shift-search.ts';
import type { View } from './view.ts';

/** The expectations for a surface that is searched for anywhere. */
interface WhereAnywhere {
  /** Whether it may be slanted otherwise than in a view: not while it is surely followed. */
  readonly slanted: boolean;
  /** Whether a place found by features does not make the search unnecessary. */
  readonly isDoubtful: (pose: FittedPose) => boolean;
}

/**
 * Looks for a surface in all that the pyramid holds: by its features, and without them by its smallest picture, around where it
 * was.
 * @param map where it was
 * @param side of the surface in the frame in which it was marked, in pixels
 */
export function findAnywhere(
  levels: readonly SurfaceLevel[],
  pyramid: FramePyramid,
  views: readonly View[],
  map: Homography,
  marked: Marked,
  side: number,
  { slanted, isDoubtful }: WhereAnywhere,
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
  const redetected = redetect(pyramid, views, finest.grid.a, { slanted });
  const estimate = better(
    redetected.map(({ map: place }) => place),
    null,
  );
  if (estimate && !isDoubtful(estimate)) return estimate;
  return better(searchShifts(coarsest, pyramid, map), estimate);
}
