import type { FittedPose } from './alignment/fitted-pose.ts';
import { type Prediction, regionAround } from './alignment/motion-prediction.ts';
import { poseInMotion } from './blur/blurred-pose.ts';
import { contradiction } from './border-contradiction.ts';
import { fitsBetter, heldPose, isClear, isConfirmed } from './border-hold.ts';
import type { BorderPose } from './border-place.ts';
import { looksElsewhere } from './confidence/trouble.ts';
import type { LumaFrame } from './frame/luma-frame.ts';
import { notHeld } from './hold.ts';
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
  /** How much of the border shows by which alone it was found; null where it was found by cells. */
  readonly heldBy: number | null;
  /** Whether cells have found it where its border does not show, though that had contradicted them before. */
  readonly doubtful: boolean;
}

/**
 * The place in a frame at which the surface fits best, around where it is predicted and, in trouble, in the whole
 * frame; where its border contradicts that, as a screen's does whose content moves, the place of the border.
 * @throws RangeError when the frame has another size than the first one
 */
export function findPose(surface: TrackedSurface, frame: LumaFrame, prediction: Prediction): FoundPose {
  const { state, pyramid } = surface;
  pyramid.fill(frame, regionAround(prediction.corners, prediction.last, state.predictionError));
  const held = state.byBorder ? heldPose(surface, prediction) : null;
  if (held && isClear(held)) return byBorder(surface, held);
  const near = poseNear(surface, prediction);
  if (held && !fitsBetter(surface, held, near.pose)) return byBorder(surface, held);
  if (held) Object.assign(state, notHeld());
  if (state.byBorder) {
    const again = poseAnywhere(surface, frame, near, prediction);
    return { ...again, doubtful: !isConfirmed(surface, again.pose) };
  }
  const contradicted = contradiction(surface, near.pose, prediction);
  if (contradicted) return byBorder(surface, contradicted, contradicted.moves);
  const found = poseAnywhere(surface, frame, near, prediction);
  const late = found.pose === near.pose ? null : contradiction(surface, found.pose, prediction);
  return late ? byBorder(surface, late, late.moves) : found;
}

/** @param hold whether the surface is followed by its border from now on */
function byBorder({ state }: TrackedSurface, { pose, shown }: BorderPose, hold = false): FoundPose {
  if (hold) state.byBorder = true;
  const afresh = state.lostFor > 0;
  return { pose, blurred: false, outlined: false, afresh, heldBy: shown, doubtful: false };
}

/** Near where the surface was looked for or, in trouble, wherever in the frame it fits better. */
function poseAnywhere(
  surface: TrackedSurface,
  frame: LumaFrame,
  near: FoundPose,
  prediction: Prediction,
): FoundPose {
  const { state } = surface;
  if (lacks(state, 'features') || !looksElsewhere(state, near.pose.fit)) return near;
  const other = poseElsewhere(surface, frame, near.pose);
  // The pyramid holds another region now.
  if (!other) return { ...near, outlined: false };
  const afresh = other.leaps || state.lostFor > 0;
  const pose = afresh ? other.pose : inMotion(surface, other.pose, prediction);
  return { pose, blurred: pose !== other.pose, outlined: false, afresh, heldBy: null, doubtful: false };
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
  const outlined = legible && pose.plausible && !blurred;
  return { pose, blurred, outlined, afresh, heldBy: null, doubtful: false };
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
