import type { Homography } from '../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import { SETTLED_PIXELS } from './alignment/align.ts';
import { fitOf } from './alignment/fit.ts';
import { aligned, type FittedPose, poseAt, rankOf, scoreOf } from './alignment/fitted-pose.ts';
import { type Prediction, priorAround } from './alignment/motion-prediction.ts';
import { poseByOutline } from './alignment/outlined-pose.ts';
import { poseWithoutPrior } from './alignment/pose-without-prior.ts';
import { outlineAt } from './borders/outline.ts';
import { legibleBorders, legiblyMarked } from './legible-borders.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** Predictions that are closer to the last pose are not weighed against it. */
const STILL_PIXELS = 1;
/** Alignment steps that are left for detail, where the surface is followed without trouble. */
const BEFORE_DETAIL_PIXELS = 0.1;

/** The pose near the predicted one by the levels as they look at rest. */
export function plainPose(surface: TrackedSurface, prediction: Prediction): FittedPose {
  const { state, levels, pyramid, detail } = surface;
  const { side } = state;
  const marked = legiblyMarked(state);
  const start = startOf(surface, prediction);
  const settled = detail && state.troubledFor === 0 ? BEFORE_DETAIL_PIXELS : SETTLED_PIXELS;
  const map = aligned(levels, pyramid, start, priorAround(start, side, state), marked.borders, settled);
  let pose = poseAt(levels, pyramid, map, marked);
  if (state.lostFor === 0) pose = poseWithoutPrior(pose, start, levels, pyramid, marked, side);
  return poseByOutline(pose, levels, pyramid, marked, side) ?? pose;
}

/** Where the surface is predicted or where it was, whichever fits better. */
function startOf(surface: TrackedSurface, { map, corners, last }: Prediction): Homography {
  if (cornerDistance(corners, last) < STILL_PIXELS) return map;
  const resting = surface.state.map;
  return roughRank(surface, resting) > roughRank(surface, map) ? resting : map;
}

/** How well a place fits, with its cells at a coarse level. */
function roughRank({ state, levels, pyramid }: TrackedSurface, map: Homography): number {
  const { grid } = levels[0] as SurfaceLevel;
  const coarser = levels[Math.min(1, levels.length - 1)] as SurfaceLevel;
  return rankOf({
    score: scoreOf(fitOf(coarser, pyramid, map)),
    outline: outlineAt(pyramid, map, grid, legibleBorders(state)),
  });
}
