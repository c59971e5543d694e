import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import { align } from './alignment/align.ts';
import { type FittedPose, poseAt } from './alignment/fitted-pose.ts';
import { type Prediction, priorAround } from './alignment/motion-prediction.ts';
import { type BorderPose, keepsShape, poseByBorder, strictlyShown, wholeBorder } from './border-place.ts';
import { notHeld } from './hold.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** What of the border must show for it to determine the pose, and from where on cells are not asked. */
const [HELD_SHOWN, CLEARLY_SHOWN] = [0.55, 0.95];
/** What must show where cells have found a surface again that was held. */
const CONFIRMING = 0.7;
/**
 * Share of cells that must fit, so many pixels from the border at most, for them to agree with it, and in how many
 * frames.
 */
const AGREEING_SHARE = 0.6;
const AGREEING_PIXELS = 1.5;
const AGREEING_FRAMES = 8;
/** Of a place that the border determines, and by how many pixels that is seen beside its place. */
const FROM_BORDER = { predictionError: 0.2, shapeError: 0.2 } as const;
const BORDER_PIXELS = 1;
const STEPS = 3;

/**
 * The pose of a surface that is held by its border: where cells fit there, by both. Ends the hold once they have agreed
 * for a while.
 * @returns null where too little of the border shows
 */
export function heldPose(surface: TrackedSurface, prediction: Prediction): BorderPose | null {
  const { state } = surface;
  const found = poseByBorder(surface, prediction);
  if (!found || found.shown < HELD_SHOWN || !keepsShape(found, prediction)) return null;
  const cells = found.pose.fit.share < AGREEING_SHARE ? null : byBoth(surface, found.pose);
  const agree = cells?.plausible && cornerDistance(cells.corners, found.pose.corners) < AGREEING_PIXELS;
  state.agreedFor = agree ? state.agreedFor + 1 : 0;
  if (state.agreedFor >= AGREEING_FRAMES) Object.assign(state, notHeld());
  return agree ? { ...found, pose: cells } : found;
}

function byBoth(surface: TrackedSurface, { map }: FittedPose): FittedPose {
  const { state, levels, pyramid } = surface;
  const marked = wholeBorder(surface);
  const prior = priorAround(map, state.side, FROM_BORDER);
  const seen = { borders: marked.borders, pixels: BORDER_PIXELS };
  const both = align(levels[0] as SurfaceLevel, pyramid, map, prior, STEPS, true, seen);
  return poseAt(levels, pyramid, both, marked);
}

export const isClear = ({ shown }: BorderPose): boolean => shown > CLEARLY_SHOWN;

/** Whether the cells put a surface that is held where as much of its border shows, and fit there. */
export const fitsBetter = (surface: TrackedSurface, { shown }: BorderPose, near: FittedPose): boolean =>
  near.plausible && near.fit.share >= AGREEING_SHARE && strictlyShown(surface, near.map) >= shown;

/** Whether cells put a surface, which they had put elsewhere than its border, where that shows. */
export const isConfirmed = (surface: TrackedSurface, { plausible, map }: FittedPose): boolean =>
  plausible && strictlyShown(surface, map) >= CONFIRMING;
