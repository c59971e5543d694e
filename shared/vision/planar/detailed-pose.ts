import { cornersOf } from '../../kernel/geometry/homography.ts';
import { align } from './alignment/align.ts';
import type { FittedPose } from './alignment/fitted-pose.ts';
import { priorAround } from './alignment/motion-prediction.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** Detail is looked at where so much of what fits looks the same with little noise. */
const DETAILED_CLOSENESS = 0.6;
const DETAIL_STEPS = 2;
/** Pixels by which the pose may be off before detail is looked at, at most. */
const BEFORE_DETAIL = { predictionError: 0.2, shapeError: 0.2 } as const;

/** The pose by more samples of the surface than are looked at elsewhere. */
export function detailedPose({ state, detail, pyramid }: TrackedSurface, pose: FittedPose): FittedPose {
  if (!detail || !pose.plausible || pose.fit.closeness < DETAILED_CLOSENESS) return pose;
  const prior = priorAround(pose.map, state.side, BEFORE_DETAIL);
  const map = align(detail.level, pyramid, pose.map, prior, DETAIL_STEPS, true);
  const { a, b } = detail.level.grid;
  return { ...pose, map, corners: cornersOf(map, a, b) };
}
