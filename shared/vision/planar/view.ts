import { cornersOf, type Homography, inverse, project } from '../../kernel/geometry/homography.ts';
import { emptyFeatures, type Features, findFeatures, WORDS } from './features.ts';
import type { FramePyramid } from './frame-pyramid.ts';
import type { Stored } from './tracker-state.ts';

/** The surface's features as a frame showed them. */
export interface View {
  /** From the surface's grid to that frame. */
  readonly map: Homography;
  /** In pixels of that frame. */
  readonly features: Features;
}

const MOST_FEATURES = 300;

/** @param a half the grid's width; half its height is 1 / a */
export function viewOf(pyramid: FramePyramid, map: Homography, a: number): View {
  const corners = cornersOf(map, a, 1 / a);
  const [xs, ys] = [0, 1].map((odd) => corners.filter((_, i) => i % 2 === odd)) as [number[], number[]];
  const region = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
  const back = inverse(map);
  const found = findFeatures(pyramid, region, MOST_FEATURES);
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

/** Six arrays a view. */
export const packViews = (views: readonly View[]): Stored[] =>
  views.flatMap(({ map, features: { x, y, angle, size, words } }) => [map, x, y, angle, size, words]);

export function unpackViews(arrays: readonly Stored[]): View[] {
  return Array.from({ length: arrays.length / 6 }, (_, i) => {
    const [map, x, y, angle, size, words] = arrays.slice(6 * i, 6 * i + 6) as [
      Float64Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
      Uint32Array,
    ];
    return { map, features: { count: x.length, x, y, angle, size, words } };
  });
}
