import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import type { FittedPose } from './alignment/fitted-pose.ts';
import type { Prediction } from './alignment/motion-prediction.ts';
import { type BorderPose, keepsShape, looselyShown, poseByBorder, strictlyShown } from './border-place.ts';
import { lacks } from './ingredients.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** A pose by the border that the cells do not share. */
interface Contradiction extends BorderPose {
  /** Whether the content moves otherwise than the border; otherwise hardly any cells fit anywhere. */
  readonly moves: boolean;
}

/** Pixels: of smaller surfaces the content is not wider than the border is looked for. */
const LEAST_SIDE = 64;
/** Pixels by which border and cells must be apart. */
const APART_PIXELS = 2;
/** Shares of the border that do not contradict the cells where they show there. */
const CLEAR = 0.8;
/**
 * Of cells: with fewer, the surface is in trouble; with fewer still, cells say nothing; with more, all is well but for
 * the place.
 */
const [TROUBLED, HARDLY_ANY, NEARLY_ALL] = [0.6, 0.35, 0.9];
/**
 * What of the border shows where it contradicts cells that fit, and at most where these put it: a few parts may only
 * look otherwise.
 */
const [SHOWN, MISSING, LESS] = [0.8, 0.5, 0.3];
/** By how much less of it shows there, however it looks: what lies behind it changes, too. */
const LESS_LOOSELY = 0.15;
/** Where all of the border shows, and not all cells fit. */
const [WHOLE, LESS_THAN_WHOLE] = [0.97, 0.15];
/**
 * A surface in trouble is where nearly all of its border shows, in so many parts, so few pixels from where it was
 * expected.
 */
const [NEARLY_WHOLE, PARTS, EXPECTED_PIXELS] = [0.85, 8, 4];

/**
 * The pose by the border alone where it contradicts the one by the cells: those of a screen agree with each other on a
 * motion that is its content's.
 * Thresholds are those at which, of 890 poses of surfaces that move as a whole, none was contradicted wrongly
 * (research/surfaces.md).
 * @param near the pose by the cells
 */
export function contradiction(
  surface: TrackedSurface,
  near: FittedPose,
  prediction: Prediction,
): Contradiction | null {
  const { state } = surface;
  if (lacks(state, 'borders') || state.side < LEAST_SIDE) return null;
  const { share } = near.fit;
  const lost = state.lostFor > 0;
  const troubled = lost || share < TROUBLED;
  const there = near.plausible ? strictlyShown(surface, near.map) : 0;
  if (there > CLEAR && !troubled) return null;
  const loosely = near.plausible ? looselyShown(surface, near.map) : 0;
  if (share >= NEARLY_ALL && loosely > CLEAR) return null;
  const found = poseByBorder(surface, prediction);
  if (!found) return null;
  const { pose, shown } = found;
  const apart = near.plausible ? cornerDistance(pose.corners, near.corners) : Number.POSITIVE_INFINITY;
  const moves = apart > APART_PIXELS;
  // Where both agree, cells are the more exact.
  if (!moves && !lost && share > HARDLY_ANY) return null;
  if (troubled && isExpected(found, prediction) && shown >= there + (moves ? LESS_THAN_WHOLE : 0))
    return { ...found, moves };
  if (lost || !moves || shown < SHOWN || !keepsShape(found, prediction)) return null;
  if (share < NEARLY_ALL && shown > WHOLE && shown > there + LESS_THAN_WHOLE) return { ...found, moves };
  if (there > MISSING || shown < there + LESS || loosely > CLEAR) return null;
  return looselyShown(surface, pose.map) > loosely + LESS_LOOSELY ? { ...found, moves } : null;
}

function isExpected({ pose, shown }: BorderPose, { corners, last }: Prediction): boolean {
  const off = Math.min(cornerDistance(pose.corners, corners), cornerDistance(pose.corners, last));
  return (pose.outline?.parts.size ?? 0) >= PARTS && shown > NEARLY_WHOLE && off < EXPECTED_PIXELS;
}
