import type { Corners } from '../../../kernel/geometry/homography.ts';
import { signedArea } from '../../../kernel/geometry/quadrilateral.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { changesAcross, type Levels, type Way } from './border-changes.ts';

/** What shows the border of a surface along a third of one of its marked sides. */
export interface Border {
  /** How far inside the side it lies, as a share of the surface's extent at right angles to the side. */
  readonly inwards: number;
  /** How much more the picture changes across it than beside it; 1 is no more. */
  readonly contrast: number;
  /** Which way the picture changes across it, inwards. */
  readonly way: Way;
  /** Outside and inside of it; null where it was not looked at. */
  readonly levels: Levels | null;
}

export const PARTS_A_SIDE = 3;
/** Numbers of the parts, in order from the first corner. */
export const PARTS: readonly number[] = Array.from({ length: 4 * PARTS_A_SIDE }, (_, i) => i);
/** A part has a border from this contrast on. */
export const LEAST_CONTRAST = 2;
/** Share of a side that is left out at either end. */
const END_SHARE = 0.06;
const PART_SHARE = (1 - 2 * END_SHARE) / PARTS_A_SIDE;

export const sideOf = (part: number): number => Math.floor(part / PARTS_A_SIDE);
const startOf = (part: number): number => END_SHARE + (part % PARTS_A_SIDE) * PART_SHARE;

/** Pixels from a side to the opposite one, as in a parallelogram. */
export function extentAt(corners: Corners, side: number): number {
  const [x0, y0, x1, y1] = sideAt(corners, side);
  return Math.abs(signedArea(corners)) / Math.hypot(x1 - x0, y1 - y0);
}

/** The point a number of pixels inside the middle of a part. */
export function pointOf(corners: Corners, part: number, inside: number): [x: number, y: number] {
  const [x0, y0, x1, y1] = sideAt(corners, sideOf(part));
  const share = startOf(part) + PART_SHARE / 2;
  const away = (inside * Math.sign(signedArea(corners))) / Math.hypot(x1 - x0, y1 - y0);
  return [x0 + share * (x1 - x0) - away * (y1 - y0), y0 + share * (y1 - y0) + away * (x1 - x0)];
}

/**
 * Records the changes across a part (`changesAcross`), inwards.
 * @param inwards where to look, as a share of the extent
 * @param level of the pyramid
 * @param way the changes that count
 */
export function lookAcross(
  pyramid: FramePyramid,
  corners: Corners,
  part: number,
  inwards: number,
  level = 0,
  way: Way = 0,
): boolean {
  const side = sideOf(part);
  const [x0, y0, x1, y1] = sideAt(corners, side);
  const at = (share: number): [number, number] => [x0 + share * (x1 - x0), y0 + share * (y1 - y0)];
  return changesAcross(
    pyramid,
    [...at(startOf(part)), ...at(startOf(part) + PART_SHARE)],
    inwards * extentAt(corners, side),
    Math.sign(signedArea(corners)),
    level,
    way,
  );
}

function sideAt(corners: Corners, side: number): [x0: number, y0: number, x1: number, y1: number] {
  const [from, to] = [2 * side, 2 * ((side + 1) % 4)];
  return [
    corners[from] as number,
    corners[from + 1] as number,
    corners[to] as number,
    corners[to + 1] as number,
  ];
}
