import { cornersOf, type Homography, multiply } from '../../../kernel/geometry/homography.ts';
import { signedArea } from '../../../kernel/geometry/quadrilateral.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { compare } from '../template/comparison.ts';
import type { SurfaceLevel } from '../template/surface-level.ts';

/** Shares of the surface's side: between places, and how far from where it was. */
const STEP_SHARE = 0.1;
const REACH_SHARE = 1.2;
const MOST_PLACES = 3;

/**
 * The shifted maps at which a small picture of the surface looks most like the frame, best first.
 * @param away share of the surface's side by which they must be shifted along x or y
 */
export function searchShifts(
  level: SurfaceLevel,
  pyramid: FramePyramid,
  map: Homography,
  away = 0,
): Homography[] {
  const { grid } = level;
  const side = Math.sqrt(Math.abs(signedArea(cornersOf(map, grid.a, grid.b))));
  const step = STEP_SHARE * side;
  const count = Math.round(REACH_SHARE / STEP_SHARE);
  const places: { x: number; y: number; score: number }[] = [];
  for (let y = -count; y <= count; y++)
    for (let x = -count; x <= count; x++)
      if (Math.max(Math.abs(x), Math.abs(y)) * STEP_SHARE >= away)
        places.push({ x, y, score: scoreOf(level, pyramid, shifted(map, x * step, y * step)) });
  places.sort((p, q) => q.score - p.score);
  const chosen: typeof places = [];
  for (const place of places) {
    if (chosen.length === MOST_PLACES || place.score <= 0) break;
    if (chosen.every(({ x, y }) => Math.abs(x - place.x) > 1 || Math.abs(y - place.y) > 1))
      chosen.push(place);
  }
  return chosen.map(({ x, y }) => shifted(map, x * step, y * step));
}

const shifted = (map: Homography, x: number, y: number): Homography =>
  multiply(Float64Array.of(1, 0, x, 0, 1, y, 0, 0, 1), map);

/** Mean correlation of all cells, those outside the frame counting nothing. */
function scoreOf({ comparison, template }: SurfaceLevel, pyramid: FramePyramid, map: Homography): number {
  compare(comparison, template, pyramid, map);
  let [sum, total] = [0, 0];
  for (let cell = 0; cell < comparison.seen.length; cell++) {
    const reliability = template.reliability[cell] as number;
    total += reliability;
    if (comparison.seen[cell]) sum += reliability * Math.max(0, comparison.correlation[cell] as number);
  }
  return total > 0 ? sum / total : 0;
}
