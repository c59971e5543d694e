import type { Corners, Homography } from '../../kernel/geometry/homography.ts';
import { cornerDistance } from '../../kernel/geometry/quadrilateral.ts';
import { mapByBorder, NARROW, type Rounds, WIDE } from './alignment/border-pose.ts';
import { type FittedPose, type Marked, poseAt } from './alignment/fitted-pose.ts';
import { displacement, type Prediction } from './alignment/motion-prediction.ts';
import { weakerPair } from './borders/opposite-sides.ts';
import { outlineAt } from './borders/outline.ts';
import type { SurfaceLevel } from './template/surface-level.ts';
import type { TrackedSurface } from './tracked-surface.ts';

/** A pose that the border of a surface determines, whatever shows inside it. */
export interface BorderPose {
  readonly pose: FittedPose;
  /** How much of the border shows there (`strictlyShown`). */
  readonly shown: number;
}

/** Where so much of the border shows, no other place is tried. */
const ENOUGH = 0.95;
/** Pixels by which the expected place and the last one must be apart for both to be tried. */
const APART_PIXELS = 1;
/** Pixels by which its corners may have moved otherwise than all together, since the last frame or as expected. */
const BENT_PIXELS = 5;

/**
 * From where the surface was expected and from where it was, near by and farther away: where most of the border shows.
 */
export function poseByBorder(surface: TrackedSurface, { map, last, corners }: Prediction): BorderPose | null {
  const { state, levels, pyramid } = surface;
  const starts = cornerDistance(corners, last) < APART_PIXELS ? [map] : [map, state.map];
  let [best, shown]: [Homography | null, number] = [null, 0];
  for (const rounds of [NARROW, WIDE]) {
    for (const start of starts) {
      if (shown > ENOUGH) break;
      const place = placeFrom(surface, start, rounds);
      const more = place ? strictlyShown(surface, place) : 0;
      if (more > shown) [best, shown] = [place, more];
    }
  }
  if (best === null) return null;
  const pose = poseAt(levels, pyramid, best, wholeBorder(surface));
  return pose.plausible ? { pose, shown } : null;
}

const placeFrom = ({ state, levels, pyramid }: TrackedSurface, start: Homography, rounds: Rounds) =>
  mapByBorder(pyramid, start, (levels[0] as SurfaceLevel).grid, state.borders, state.side, rounds);

export const wholeBorder = ({ state }: TrackedSurface): Marked => ({
  map: state.startMap,
  borders: state.borders,
});

/**
 * How much of the border shows as it did when the surface was marked: brighter or darker on the same side, at the same
 * grey level on one. Screens have edges side by side, and their content has others.
 * @returns that of the two opposite sides of which less does
 */
export const strictlyShown = (surface: TrackedSurface, map: Homography): number =>
  shownAt(surface, map, true);

/** The same of a border that may look otherwise. */
export const looselyShown = (surface: TrackedSurface, map: Homography): number =>
  shownAt(surface, map, false);

function shownAt({ state, levels, pyramid }: TrackedSurface, map: Homography, strict: boolean): number {
  const outline = outlineAt(pyramid, map, (levels[0] as SurfaceLevel).grid, state.borders, 0, strict);
  return outline ? weakerPair(outline) : 0;
}

/** Edges beside the border, to which some of its parts are drawn, are not all as far away: the shape tells. */
export function keepsShape({ pose }: BorderPose, { corners, last }: Prediction): boolean {
  const bent = (from: Corners): number => {
    const way = displacement(from, pose.corners);
    const [x, y] = [0, 1].map((odd) => way.reduce((sum, v, i) => sum + (i % 2 === odd ? v / 4 : 0), 0)) as [
      number,
      number,
    ];
    const shift = way.map((_, i) => (i % 2 === 0 ? x : y)) as unknown as Corners;
    return cornerDistance(way as unknown as Corners, shift);
  };
  return Math.min(bent(corners), bent(last)) < BENT_PIXELS;
}
