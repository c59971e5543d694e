import { cornersOf, type Homography } from '../../kernel/geometry/homography.ts';
import { contrastAt, peakWithin, REACH, shareAtLine } from './border-changes.ts';
import { type Border, extentAt, LEAST_CONTRAST, lookAcross, PARTS, sideOf } from './border-parts.ts';
import type { CellGrid } from './cell-grid.ts';
import type { FramePyramid } from './frame-pyramid.ts';

/** Pixels by which the corners may have been marked beside the border. */
const MARKED_WITHIN = 4;
/** More contrast tells no more. */
const MOST_CONTRAST = 4;
/** What a part counts at least where nothing is in its place. */
const ABSENT = -0.25;
/** Pixels of blur that leave a border sharp. */
const SHARP_PIXELS = 3;

/** Looks for the border of a surface near its sides, part by part. */
export function bordersOf(pyramid: FramePyramid, map: Homography, { a, b }: CellGrid): Border[] {
  const corners = cornersOf(map, a, b);
  return PARTS.map((part) => {
    const extent = extentAt(corners, sideOf(part));
    if (!(extent > 2 * REACH) || !lookAcross(pyramid, corners, part, 0)) return { inwards: 0, contrast: 0 };
    const at = peakWithin(MARKED_WITHIN);
    return { inwards: at / extent, contrast: contrastAt(at) };
  });
}

/**
 * How much of a surface's border shows at a pose: what looks like the surface, what it mirrors and what covers it have no
 * edges there.
 * @param borders of all parts in order, or of none
 * @param blur pixels, because of motion
 * @returns from below 0 to 1; null where no part in the picture has a border
 */
export function outlineAt(
  pyramid: FramePyramid,
  map: Homography,
  { a, b }: CellGrid,
  borders: readonly Border[],
  blur = 0,
): number | null {
  const level = Math.min(
    pyramid.levels.length - 1,
    Math.ceil(Math.log2(Math.max(SHARP_PIXELS, blur) / SHARP_PIXELS)),
  );
  const corners = cornersOf(map, a, b);
  let [parts, sum] = [0, 0];
  for (const [part, { inwards, contrast }] of borders.entries()) {
    if (contrast < LEAST_CONTRAST || !lookAcross(pyramid, corners, part, inwards, level)) continue;
    parts++;
    const shown = Math.log(contrastAt(0)) / Math.log(Math.min(contrast, MOST_CONTRAST));
    sum += shown > 0 ? Math.min(1, shown) * shareAtLine(MARKED_WITHIN) : Math.max(ABSENT, shown);
  }
  return parts > 0 ? sum / parts : null;
}
