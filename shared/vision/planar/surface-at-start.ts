import { type Corners, rectangleTo } from '../../kernel/geometry/homography.ts';
import { isConvex, sideLength, signedArea } from '../../kernel/geometry/quadrilateral.ts';
import { unknownMotion } from './alignment/motion-prediction.ts';
import { unknownShutter } from './blur/blurred-pose.ts';
import { startFrameAt } from './blur/start-frame.ts';
import { bordersOf } from './borders/outline.ts';
import { provenAtStart } from './confidence/proof.ts';
import { untroubled } from './confidence/trouble.ts';
import { lookAlikeScore } from './finding/look-alike.ts';
import { viewsOf } from './finding/view.ts';
import { FramePyramid } from './frame/frame-pyramid.ts';
import type { LumaFrame } from './frame/luma-frame.ts';
import { notHeld } from './hold.ts';
import type { Ingredient } from './ingredients.ts';
import { detailOf } from './template/detail.ts';
import { noiseOf } from './template/noise-of-surface.ts';
import { type SurfaceLevel, surfaceLevels } from './template/surface-level.ts';
import { learn } from './template/template.ts';
import type { KnownSurface } from './tracked-surface.ts';

/** Surfaces that are longer than this along one side are taken to be as long. */
const MOST_ASPECT = 8;

/**
 * The known data of a surface from the frame in which it is marked.
 * @param corners in order around the surface, in pixels of the frame
 * @throws RangeError where they are not the corners of a convex quadrilateral
 */
export function surfaceAtStart(
  frame: LumaFrame,
  corners: Corners,
  without: readonly Ingredient[],
): KnownSurface {
  const area = signedArea(corners);
  if (!(Math.abs(area) > 0 && isConvex(corners, Math.sign(area)))) throw notConvex();
  const aspect = aspectOf(corners);
  const side = Math.sqrt(Math.abs(area));
  const map = rectangleTo(corners, Math.sqrt(aspect), 1 / Math.sqrt(aspect));
  if (!map) throw notConvex();
  const { width, height } = frame;
  const pyramid = new FramePyramid(width, height);
  pyramid.fill(frame, { left: 0, top: 0, right: width, bottom: height });
  const noise = noiseOf(pyramid, map, aspect, side);
  const levels = surfaceLevels(aspect, side, noise);
  for (const { template } of levels) learn(template, pyramid, map);
  const views = viewsOf(pyramid, map, Math.sqrt(aspect));
  const state = {
    width,
    height,
    aspect,
    side,
    noise,
    without,
    map,
    frames: 0,
    ...unknownMotion(),
    ...unknownShutter(),
    ...untroubled(),
    ...notHeld(),
    ...provenAtStart(lookAlikeScore(levels, pyramid, views, map, side)),
    ...startFrameAt(map, bordersOf(pyramid, map, (levels[0] as SurfaceLevel).grid)),
  };
  return { state, levels, detail: detailOf(pyramid, map, aspect, side, noise), views };
}

const notConvex = (): RangeError => new RangeError('the corners are not those of a convex quadrilateral');

/** Width / height by the lengths of opposite sides. */
function aspectOf(corners: Corners): number {
  const across = sideLength(corners, 0) + sideLength(corners, 2);
  const down = sideLength(corners, 1) + sideLength(corners, 3);
  return Math.min(MOST_ASPECT, Math.max(1 / MOST_ASPECT, across / down));
}
