import type { FramePyramid } from '../frame/frame-pyramid.ts';

/** Pixels on either side of a line at which changes are looked at. */
export const REACH = 10;
/** Places along a line, and how many must lie in the picture. */
const PLACES = 12;
const LEAST_PLACES = 6;
/** Pixels: what counts as the change at a distance, and from where on it does not. */
const WIDTH = 1;
const CLEARANCE = 3;
/** Grey levels that change everywhere, from noise. */
const NOISE_CHANGE = 1;

/** Share of all change at a distance that must go one way for it to be a rise or a fall. */
const ONE_WAY = 0.7;

const changes = new Float64Array(2 * REACH + 1);
const rises = new Float64Array(2 * REACH + 1);
const greys = new Float64Array(2 * REACH + 1);

/** Whether a picture gets brighter (1) or darker (-1) across a line; 0 where it does both, or either counts. */
export type Way = -1 | 0 | 1;

/**
 * Records, along a line, by how much the picture changes at every distance from it.
 * @param line x0, y0, x1, y1 in pixels
 * @param offset pixels from the line to the centre of the patch
 * @param turn 1 where distances count clockwise of the line's direction on the screen, -1 against it
 * @param level of the pyramid; distances are in its pixels
 * @param way the changes that count
 * @returns false where too little of it lies in the picture
 */
export function changesAcross(
  { levels, region }: FramePyramid,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  offset: number,
  turn: number,
  level = 0,
  way: Way = 0,
): boolean {
  const plane = levels[level];
  if (!plane) return false;
  const { width, data } = plane;
  const [alongX, alongY] = [x1 - x0, y1 - y0];
  const length = Math.hypot(alongX, alongY);
  const [acrossX, acrossY] = [(-turn * alongY) / length, (turn * alongX) / length];
  const unit = 1 << level;
  const margin = (REACH + 3) * unit;
  changes.fill(0);
  rises.fill(0);
  greys.fill(0);
  let places = 0;
  for (let place = 0; place < PLACES; place++) {
    const share = (place + 0.5) / PLACES;
    const x = x0 + share * alongX + offset * acrossX;
    const y = y0 + share * alongY + offset * acrossY;
    if (!(x > region.left + margin && x < region.right - margin)) continue;
    if (!(y > region.top + margin && y < region.bottom - margin)) continue;
    places++;
    // No arrays are taken apart in this loop: they would be the most of a frame's garbage.
    let two = 0;
    let one = 0;
    for (let k = -REACH - 1; k <= REACH + 1; k++) {
      const u = x / unit + k * acrossX - 0.5;
      const v = y / unit + k * acrossY - 0.5;
      const iu = u | 0;
      const iv = v | 0;
      const i = iv * width + iu;
      const j = i + width;
      const above = data[i] as number;
      const below = data[j] as number;
      const upper = above + (u - iu) * ((data[i + 1] as number) - above);
      const lower = below + (u - iu) * ((data[j + 1] as number) - below);
      const grey = upper + (v - iv) * (lower - upper);
      const at = k - 1 + REACH;
      if (k > -REACH) {
        const change = grey - two;
        const counted = way === 0 ? Math.abs(change) : Math.max(0, way * change);
        changes[at] = (changes[at] as number) + counted;
        rises[at] = (rises[at] as number) + change;
        greys[at] = (greys[at] as number) + one;
      }
      two = one;
      one = grey;
    }
  }
  if (places < LEAST_PLACES) return false;
  for (let i = 0; i < changes.length; i++) {
    changes[i] = (changes[i] as number) / places + NOISE_CHANGE;
    rises[i] = (rises[i] as number) / places;
    greys[i] = (greys[i] as number) / places;
  }
  return true;
}

/** By how much more the picture changes at a distance from the line than farther from there. */
export function contrastAt(distance: number): number {
  let [most, sum, count] = [0, 0, 0];
  for (let k = -REACH; k <= REACH; k++) {
    const change = changes[k + REACH] as number;
    const away = Math.abs(k - distance);
    if (away <= WIDTH) most = Math.max(most, change);
    else if (away > CLEARANCE) {
      sum += change;
      count++;
    }
  }
  return (most * count) / sum;
}

/**
 * The distance from the line, to a part of a pixel, at which the picture changes most.
 * @param levels of which those beside it must have one, where some do
 */
export function peakWithin(reach: number, levels: Levels | null = null): number {
  let at = -1;
  for (let i = REACH - reach; i <= REACH + reach; i++) {
    if (levels && !hasLevels(levels, i - REACH)) continue;
    if (at < 0 || (changes[i] as number) > (changes[at] as number)) at = i;
  }
  if (at < 0) return peakWithin(reach);
  const [before, most, after] = [changes[at - 1] as number, changes[at] as number, changes[at + 1] as number];
  const curve = before + after - 2 * most;
  // The peak of the parabola through the three.
  const part = curve < 0 ? (before - after) / (2 * curve) : 0;
  return at - REACH + Math.max(-0.5, Math.min(0.5, part));
}

/** Share that the change at the line has of the greatest one near it. */
export function shareAtLine(reach: number): number {
  const most = (within: number): number => {
    let greatest = 0;
    for (let k = -within; k <= within; k++) greatest = Math.max(greatest, changes[k + REACH] as number);
    return greatest;
  };
  return most(WIDTH) / most(reach);
}

/**
 * Which way the picture changes where it changes most near a distance, of what was recorded with all changes counted.
 */
export function wayAt(distance: number): Way {
  const i = Math.round(distance) + REACH;
  const rise = rises[i] as number;
  return Math.abs(rise) < ONE_WAY * ((changes[i] as number) - NOISE_CHANGE) ? 0 : rise > 0 ? 1 : -1;
}

/** Mean grey levels before and behind a line. */
export interface Levels {
  readonly before: number;
  readonly behind: number;
}

/** Pixels beside a line between which its levels are taken, and grey levels by which they may differ. */
const [LEVEL_FROM, LEVEL_TO] = [2, 4];
const SAME_LEVEL = 14;

export function levelsAt(distance: number): Levels {
  const at = Math.round(distance);
  const mean = (sign: number): number => {
    let [sum, count] = [0, 0];
    for (let k = LEVEL_FROM; k <= LEVEL_TO; k++) {
      const i = at + sign * k + REACH;
      if (i < 0 || i >= greys.length) continue;
      sum += greys[i] as number;
      count++;
    }
    return count > 0 ? sum / count : Number.NaN;
  };
  return { before: mean(-1), behind: mean(1) };
}

/**
 * Whether the picture has the same level before a line, or behind it: what a surface shows may change, and what lies
 * behind it.
 */
export function hasLevels({ before, behind }: Levels, distance: number): boolean {
  const now = levelsAt(distance);
  return !(Math.abs(now.before - before) > SAME_LEVEL) || !(Math.abs(now.behind - behind) > SAME_LEVEL);
}
