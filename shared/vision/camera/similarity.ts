import type { Point } from './corners.ts';

/** Scale and translation of the image plane: p ↦ scale · p + (x, y). */
export interface Similarity {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const IDENTITY: Similarity = { scale: 1, x: 0, y: 0 };

/** First `inner`, then `outer`. */
export const compose = (outer: Similarity, inner: Similarity): Similarity => ({
  scale: outer.scale * inner.scale,
  x: outer.scale * inner.x + outer.x,
  y: outer.scale * inner.y + outer.y,
});

/** Between two sampled frames the camera zooms by no more than this factor. */
export const MAX_ZOOM = 1.5;

/** A point of the later picture and where it was in the earlier one. */
export interface PointMatch {
  readonly to: Point;
  readonly from: Point;
  /** Not negative. */
  readonly weight: number;
}

/** The similarity that maps `to` onto `from` with the least sum of weighted squares; undefined where nothing has weight. */
export function bestSimilarity(matches: readonly PointMatch[]): Similarity | undefined {
  let [total, u, v, x, y] = [0, 0, 0, 0, 0];
  for (const { to, from, weight } of matches) {
    total += weight;
    u += weight * to.x;
    v += weight * to.y;
    x += weight * from.x;
    y += weight * from.y;
  }
  if (!(total > 0)) return undefined;
  [u, v, x, y] = [u / total, v / total, x / total, y / total];
  let [shared, spread] = [0, 0];
  for (const { to, from, weight } of matches) {
    shared += weight * ((to.x - u) * (from.x - x) + (to.y - v) * (from.y - y));
    spread += weight * ((to.x - u) ** 2 + (to.y - v) ** 2);
  }
  const scale = spread > 0 ? Math.min(MAX_ZOOM, Math.max(1 / MAX_ZOOM, shared / spread)) : 1;
  return { scale, x: x - scale * u, y: y - scale * v };
}
