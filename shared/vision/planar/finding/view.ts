import {
  cornersOf,
  type Homography,
  inverse,
  multiply,
  project,
} from '../../../kernel/geometry/homography.ts';
import type { Plane } from '../../camera/luma-pyramid.ts';
import { FramePyramid, type Region } from '../frame/frame-pyramid.ts';
import { shrunkenFrame } from '../frame/shrunken-frame.ts';
import { emptyFeatures, type Features, findFeatures, WORDS } from './features.ts';

/** The surface's features as a frame showed them. */
export interface View {
  /** From the surface's grid to that frame, which may have been made smaller. */
  readonly map: Homography;
  /** In pixels of it. */
  readonly features: Features;
}

const MOST_FEATURES = 300;

/** Factor of lengths half way from one pyramid level to the next: descriptors match over little more than that. */
const SHRINK = Math.SQRT1_2;
/** Of what surrounds the surface, so that features near its border are described as in a frame. */
const MARGIN_PIXELS = 32;

/**
 * The surface's features in a frame, and in the same frame made smaller, so that one of the two resembles it in any size.
 * @param a half the grid's width; half its height is 1 / a
 */
export const viewsOf = (pyramid: FramePyramid, map: Homography, a: number): View[] => [
  viewOf(pyramid, map, a),
  shrunkenView(pyramid, map, a),
];

function shrunkenView({ levels, region }: FramePyramid, map: Homography, a: number): View {
  const around = boundsOf(map, a);
  const part = {
    left: Math.floor(Math.max(region.left, around.left - MARGIN_PIXELS)),
    top: Math.floor(Math.max(region.top, around.top - MARGIN_PIXELS)),
    right: Math.ceil(Math.min(region.right, around.right + MARGIN_PIXELS)),
    bottom: Math.ceil(Math.min(region.bottom, around.bottom + MARGIN_PIXELS)),
  };
  const frame = shrunkenFrame(levels[0] as Plane, part, SHRINK);
  const pyramid = new FramePyramid(frame.width, frame.height);
  pyramid.fill(frame, { left: 0, top: 0, right: frame.width, bottom: frame.height });
  const shrunken = Float64Array.of(SHRINK, 0, -SHRINK * part.left, 0, SHRINK, -SHRINK * part.top, 0, 0, 1);
  return viewOf(pyramid, multiply(shrunken, map), a);
}

function boundsOf(map: Homography, a: number): Region {
  const corners = cornersOf(map, a, 1 / a);
  const [xs, ys] = [0, 1].map((odd) => corners.filter((_, i) => i % 2 === odd)) as [number[], number[]];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function viewOf(pyramid: FramePyramid, map: Homography, a: number): View {
  const back = inverse(map);
  const found = findFeatures(pyramid, boundsOf(map, a), MOST_FEATURES);
  const place = [0, 0];
  const inside = Array.from({ length: found.count }, (_, i) => i).filter((i) => {
    project(back, found.x[i] as number, found.y[i] as number, place);
    return Math.abs(place[0] as number) < a && Math.abs(place[1] as number) < 1 / a;
  });
  const features = emptyFeatures(inside.length);
  for (const [to, from] of inside.entries()) {
    for (const name of ['x', 'y', 'angle', 'size'] as const) features[name][to] = found[name][from] as number;
    features.words.set(found.words.subarray(from * WORDS, (from + 1) * WORDS), to * WORDS);
  }
  return { map, features };
}
