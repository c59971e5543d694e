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

const changes = new Float64Array(2 * REACH + 1);

/**
 * Records, along a line, by how much the picture changes at every distance from it.
 * @param line x0, y0, x1, y1 in pixels
 * @param offset pixels from the line to the centre of the patch
 * @param turn 1 where distances count clockwise of the line's direction on the screen, -1 against it
 * @param level of the pyramid; distances are in its pixels
 * @returns false where too little of it lies in the picture
 */
export function changesAcross(
  { levels, region }: FramePyramid,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  offset: number,
  turn: number,
  level = 0,
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
      if (k > -REACH) changes[at] = (changes[at] as number) + Math.abs(grey - two);
      two = one;
      one = grey;
    }
  }
  if (places < LEAST_PLACES) return false;
  for (let i = 0; i < changes.length; i++) changes[i] = (changes[i] as number) / places + NOISE_CHANGE;
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

/** The distance from the line, to a part of a pixel, at which the picture changes most. */
export function peakWithin(reach: number): number {
  let at = REACH - reach;
  for (let i = at + 1; i <= REACH + reach; i++) if ((changes[i] as number) > (changes[at] as number)) at = i;
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
