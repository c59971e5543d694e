import { cornersOf } from '../../kernel/geometry/homography.ts';
import { EXPOSURES, learnExposure } from './blur/blurred-pose.ts';
import { sharpened } from './blur/sharpen.ts';
import { mayBeSharper } from './blur/start-frame.ts';
import { bordersOf } from './borders/outline.ts';
import { viewsOf } from './finding/view.ts';
import { detailOf } from './template/detail.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/**
 * Puts a frame, which the pyramid holds, in the place of the start frame, where that was blurred and this is not.
 * @param motion of the corners since the frame before, in pixels
 * @returns whether it did
 */
export function sharpenStart(surface: TrackedSurface, motion: readonly number[]): boolean {
  const { state, levels, pyramid, views } = surface;
  const { startMotion, aspect, side, noise } = state;
  if (startMotion === null || !mayBeSharper(state, motion)) return false;
  const start = cornersOf(state.startMap, Math.sqrt(aspect), 1 / Math.sqrt(aspect));
  const renewed = sharpened(levels, pyramid, state.map, start, startMotion, [aspect, side]);
  if (renewed === 'even') state.startMotion = null;
  if (renewed === 'even' || renewed === 'unclear') return false;
  const { map, exposure } = renewed;
  state.blurredFrames = 0;
  learnExposure(
    state,
    EXPOSURES.map((share) => (share === exposure ? 1 : 0)),
  );
  state.startMotion = [...motion];
  state.startMap = map;
  state.map = map;
  state.borders = bordersOf(pyramid, map, (renewed.levels[0] as SurfaceLevel).grid);
  surface.levels = renewed.levels;
  surface.detail = detailOf(pyramid, map, aspect, side, noise);
  // Those of the blurred start show less.
  views.splice(0, views.length, ...viewsOf(pyramid, map, Math.sqrt(aspect)));
  return true;
}
