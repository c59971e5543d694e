import type { Marked } from './alignment/fitted-pose.ts';
import { speedOf } from './alignment/motion-prediction.ts';
import type { Border } from './borders/border-parts.ts';
import { lacks } from './ingredients.ts';
import type { TrackingState } from './tracked-surface.ts';

/** Motion while the shutter is open from which on borders are not looked for. */
const LEGIBLE_BLUR_PIXELS = 6;

/** The surface's borders; none where motion blurs them. */
export const legibleBorders = (state: TrackingState): readonly Border[] =>
  bordersAreLegible(state) ? state.borders : [];

export const bordersAreLegible = (state: TrackingState): boolean =>
  state.exposure * speedOf(state.velocity) <= LEGIBLE_BLUR_PIXELS && !lacks(state, 'borders');

/** The surface as it was marked, with the borders that can be looked for. */
export const legiblyMarked = (state: TrackingState): Marked => ({
  map: state.startMap,
  borders: legibleBorders(state),
});
