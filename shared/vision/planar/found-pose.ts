import type { FittedPose } from './alignment/fitted-pose.ts';
import { type Prediction, regionAround } from './alignment/motion-prediction.ts';
import { poseInMotion } from './blur/blurred-pose.ts';
import { looksElsewhere } from './confidence/trouble.ts';
import type { LumaFrame } from './frame/luma-frame.ts';
import { lacks } from './ingredients.ts';
import { bordersAreLegible, legiblyMarked } from './legible-borders.ts';
import { plainPose } from './plain-pose.ts';
import { poseElsewhere } from './pose-elsewhere.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** Where a surface was found in a frame, and how. */
export interface FoundPose {
  readonly pose: FittedPose;
  /** Whether it was found by the motion-blurred levels. */
  readonly blurred: boolean;
  /** Whether its outline was looked at with all borders, in what the pyramid holds. */
  readonly outlined: boolean;
  /** Whether the surface was not followed there: it was lost, or has leapt. */
  readonly afresh: boolean;
}

/**
 * The place in a frame at which the surface fits best, around where it is predicted and, in trouble, in the whole frame.
 * @throws RangeError when the frame has another size than the first one
 */
export function findPose(surface: TrackedSurface, frame: LumaFrame, prediction: Prediction): FoundPose {
  const { state, pyramid } = surface;
  pyramid.fill(frame, regionAround(prediction.corners, prediction.last, state.predictionError));
  const near = poseNear(surface, prediction);
  if (lacks(state, 'features') || !looksElsewhere(state, near.pose.fit)) return near;
  const other = poseElsewhere(surface, frame, near.pose);
  // The pyramid holds another region now.
  if (!other) return { ...near, outlined: false };
  const afresh = other.leaps || state.lostFor > 0;
  const pose = afresh ? other.pose : inMotion(surface, other.pose, prediction);
  return { pose, blurred: pose !== other.pose, outlined: false, afresh };
}

/** The pose around where the surface is predicted, or was last. */
function poseNear(surface: TrackedSurface, prediction: Prediction): FoundPose {
  const { state } = surface;
  // The exposure measured by a pose in motion may change which borders are looked for.
  const legible = bordersAreLegible(state);
  const afresh = state.lostFor > 0;
  const plain = plainPose(surface, prediction);
  const pose = afresh ? plain : inMotion(surface, plain, prediction);
  const blurred = pose !== plain;
  return { pose, blurred, outlined: legible && pose.plausible && !blurred, afresh };
}

function inMotion(surface: TrackedSurface, plain: FittedPose, prediction: Prediction): FittedPose {
  const { state, levels, blurredLevels, pyramid } = surface;
  if (lacks(state, 'blur')) return plain;
  return poseInMotion(
    plain,
    { last: prediction.last, predicted: prediction.map, marked: legiblyMarked(state) },
    state,
    levels,
    blurredLevels,
    pyramid,
  );
}
