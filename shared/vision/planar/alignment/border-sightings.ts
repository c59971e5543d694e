import { cornersOf, type Homography, inverse, project } from '../../../kernel/geometry/homography.ts';
import { contrastAt, peakWithin } from '../borders/border-changes.ts';
import {
  type Border,
  extentAt,
  LEAST_CONTRAST,
  lookAcross,
  pointOf,
  sideOf,
} from '../borders/border-parts.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { CellGrid } from '../template/cell-grid.ts';
import type { NormalEquations } from './normal-equations.ts';

/** Pixels by which a pose may be off the border that is seen, at most. */
const SEEN_WITHIN = 8;

/** A point of a frame at which the border is seen. */
export interface Sighting {
  readonly side: number;
  /** Where it lies when the surface is in its place (`Border`). */
  readonly inwards: number;
  /** In pixels. */
  readonly x: number;
  readonly y: number;
  /** Pixels from its side to the opposite one. */
  readonly extent: number;
}

/**
 * Where the border is seen near a pose.
 * @param within pixels by which it may be off
 * @param strict whether only changes count that go the way in which the border went when the surface was marked
 */
export function sightingsNear(
  pyramid: FramePyramid,
  map: Homography,
  { a, b }: CellGrid,
  borders: readonly Border[],
  within = SEEN_WITHIN,
  strict = false,
): Sighting[] {
  const corners = cornersOf(map, a, b);
  const sightings: Sighting[] = [];
  for (const [part, { inwards, contrast, way, levels }] of borders.entries()) {
    if (contrast < LEAST_CONTRAST || !lookAcross(pyramid, corners, part, inwards, 0, strict ? way : 0))
      continue;
    const at = peakWithin(within, strict ? levels : null);
    if (contrastAt(at) < LEAST_CONTRAST) continue;
    const side = sideOf(part);
    const extent = extentAt(corners, side);
    const [x, y] = pointOf(corners, part, at + inwards * extent);
    sightings.push({ side, inwards, x, y, extent });
  }
  return sightings;
}

/**
 * Draws the sides to where the border is seen.
 * @param map from the grid to the frame, which the equations change
 * @param strength weight of a border that is seen to a pixel
 * @param reach pixels by which it may be off and counts half
 */
export function addSightings(
  equations: NormalEquations,
  { a, b }: CellGrid,
  map: Homography,
  sightings: readonly Sighting[],
  strength: number,
  reach: number,
): void {
  const back = inverse(map);
  const place = [0, 0];
  for (const { side, inwards, x, y, extent } of sightings) {
    project(back, x, y, place);
    const [u, v] = place as [number, number];
    const across = side % 2 === 0 ? b : a;
    const border = (side === 0 || side === 3 ? -1 : 1) * across * (1 - 2 * inwards);
    const off = (side % 2 === 0 ? v : u) - border;
    const pixels = extent / (2 * across);
    const weight = (strength * pixels ** 2) / (1 + ((off * pixels) / reach) ** 2);
    if (!Number.isFinite(off * weight)) continue;
    if (side % 2 === 0) equations.add(u, border, weight, 0, 0, 1, 0, off);
    else equations.add(border, v, weight, 1, 0, 0, off, 0);
  }
}
