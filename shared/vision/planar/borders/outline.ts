import { cornersOf, type Homography } from '../../../kernel/geometry/homography.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import type { CellGrid } from '../template/cell-grid.ts';
import { contrastAt, hasLevels, levelsAt, peakWithin, REACH, shareAtLine, wayAt } from './border-changes.ts';
import { type Border, extentAt, LEAST_CONTRAST, lookAcross, PARTS, sideOf } from './border-parts.ts';

/** Pixels by which the corners may have been marked beside the border. */
const MARKED_WITHIN = 4;
/** Of fewer parts the border is taken to be the edge of something else: of what touches a part of a wall, say. */
const LEAST_PARTS = 3;
/** More contrast adds nothing. */
const MOST_CONTRAST = 4;
/** What a part counts at least where nothing is in its place. */
const ABSENT = -0.25;
/** Pixels of blur that leave a border sharp. */
const SHARP_PIXELS = 3;

const UNSEEN: Border = { inwards: 0, contrast: 0, way: 0, levels: null };

/** Looks for the border of a surface near its sides, part by part. */
export function bordersOf(pyramid: FramePyramid, map: Homography, { a, b }: CellGrid): Border[] {
  const corners = cornersOf(map, a, b);
  const borders = PARTS.map((part) => {
    const extent = extentAt(corners, sideOf(part));
    if (!(extent > 2 * REACH) || !lookAcross(pyramid, corners, part, 0)) return UNSEEN;
    const at = peakWithin(MARKED_WITHIN);
    return { inwards: at / extent, contrast: contrastAt(at), way: wayAt(at), levels: levelsAt(at) };
  });
  const seen = borders.filter(({ contrast }) => contrast >= LEAST_CONTRAST).length;
  return seen < LEAST_PARTS ? borders.map(() => UNSEEN) : borders;
}

/** How much of a surface's border shows at a pose, from below 0 to 1. */
export interface Outline {
  /** In the mean over the parts in the picture that have one. */
  readonly shown: number;
  /** Of each of these, by its number. */
  readonly parts: ReadonlyMap<number, number>;
}

/**
 * What looks like a surface, what it mirrors and what covers it have no edges where it ends.
 * @param borders of all parts in order, or of none
 * @param blur pixels, because of motion
 * @param strict whether only changes count that go the way in which the border went when the surface was marked
 * @returns null where no part in the picture has a border
 */
export function outlineAt(
  pyramid: FramePyramid,
  map: Homography,
  { a, b }: CellGrid,
  borders: readonly Border[],
  blur = 0,
  strict = false,
): Outline | null {
  const level = Math.min(
    pyramid.levels.length - 1,
    Math.ceil(Math.log2(Math.max(SHARP_PIXELS, blur) / SHARP_PIXELS)),
  );
  const corners = cornersOf(map, a, b);
  const parts = new Map<number, number>();
  let sum = 0;
  for (const [part, { inwards, contrast, way, levels }] of borders.entries()) {
    if (contrast < LEAST_CONTRAST || !lookAcross(pyramid, corners, part, inwards, level, strict ? way : 0))
      continue;
    const share = Math.log(contrastAt(0)) / Math.log(Math.min(contrast, MOST_CONTRAST));
    const other = share > 0 && strict && levels && !hasLevels(levels, 0);
    const shown =
      share > 0 && !other
        ? Math.min(1, share) * shareAtLine(MARKED_WITHIN)
        : Math.max(ABSENT, Math.min(0, share));
    parts.set(part, shown);
    sum += shown;
  }
  return parts.size > 0 ? { shown: sum / parts.size, parts } : null;
}
