import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { Plane } from '../../camera/luma-pyramid.ts';
import type { FramePyramid } from '../frame/frame-pyramid.ts';
import { CELL_SIDE, type CellGrid } from './cell-grid.ts';

/** A level's share below this is left out: sampling one level takes half the time. */
const LEAST_SHARE = 0.08;

/**
 * Samples a frame where a map takes the samples of a cell: bilinear, between the two pyramid levels whose pixels are
 * as far apart as the samples come to lie.
 * @param map from the grid to pixels of the frame
 * @returns false, and nothing in `into`, where some of the cell lies outside of what the pyramid holds
 */
export function sampleCell(
  pyramid: FramePyramid,
  map: Homography,
  { x, y, stepX, stepY }: CellGrid,
  cell: number,
  into: Float32Array,
  at: number,
): boolean {
  const [cx, cy] = [x[cell] as number, y[cell] as number];
  const level = levelAt(map, cx, cy, stepX, stepY);
  if (level === undefined) return false;
  const last = pyramid.levels.length - 1;
  const fine = Math.min(last, Math.floor(level));
  const share = fine === last ? 0 : level - fine;
  const coarser = share > LEAST_SHARE;
  const finer = share < 1 - LEAST_SHARE;
  const left = cx - ((CELL_SIDE - 1) / 2) * stepX;
  const top = cy - ((CELL_SIDE - 1) / 2) * stepY;
  if (!inside(pyramid, map, left, top, cx, cy, fine + (coarser ? 1 : 0))) return false;
  const { levels } = pyramid;
  if (finer && coarser)
    sampleBetween(
      levels[fine] as Plane,
      levels[fine + 1] as Plane,
      fine,
      share,
      map,
      left,
      top,
      stepX,
      stepY,
      into,
      at,
    );
  else {
    const only = coarser ? fine + 1 : fine;
    sampleLevel(levels[only] as Plane, only, map, left, top, stepX, stepY, into, at);
  }
  return true;
}

/** Logarithm to base 2 of the distance between samples in pixels, at least 0; undefined behind the horizon. */
function levelAt(h: Homography, x: number, y: number, stepX: number, stepY: number): number | undefined {
  const [g, i] = [h[6] as number, h[7] as number];
  const w = g * x + i * y + (h[8] as number);
  const u = ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w;
  const v = ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w;
  const [ux, uy] = [(h[0] as number) - g * u, (h[1] as number) - i * u];
  const [vx, vy] = [(h[3] as number) - g * v, (h[4] as number) - i * v];
  const area = (Math.abs(ux * vy - uy * vx) / (w * w)) * stepX * stepY;
  return w > 0 && Number.isFinite(area) ? Math.max(0, Math.log2(area) / 2) : undefined;
}

/** Whether the four outermost samples lie in the pyramid's region, a pixel of a level away from its border. */
function inside(
  { region, levels }: FramePyramid,
  h: Homography,
  left: number,
  top: number,
  cx: number,
  cy: number,
  level: number,
): boolean {
  // The pixels of a level need not reach the border of the frame.
  const { width, height } = levels[level] as Plane;
  const margin = 1 << level;
  const right = Math.min(region.right, width << level) - margin;
  const bottom = Math.min(region.bottom, height << level) - margin;
  for (let corner = 0; corner < 4; corner++) {
    const x = corner & 1 ? 2 * cx - left : left;
    const y = corner & 2 ? 2 * cy - top : top;
    const w = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
    const u = ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w;
    const v = ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w;
    if (!(w > 0 && u >= region.left + margin && u <= right)) return false;
    if (!(v >= region.top + margin && v <= bottom)) return false;
  }
  return true;
}

// No arrays are taken apart in these loops, nor closures called: that costs more than all the rest.

function sampleLevel(
  { width, data }: Plane,
  level: number,
  h: Homography,
  left: number,
  top: number,
  stepX: number,
  stepY: number,
  into: Float32Array,
  start: number,
): void {
  const scale = 1 / (1 << level);
  const h0 = (h[0] as number) * scale;
  const h3 = (h[3] as number) * scale;
  const h6 = h[6] as number;
  const du = h0 * stepX;
  const dv = h3 * stepX;
  const dw = h6 * stepX;
  let at = start;
  for (let row = 0; row < CELL_SIDE; row++) {
    const y = top + row * stepY;
    let p = h0 * left + ((h[1] as number) * y + (h[2] as number)) * scale;
    let q = h3 * left + ((h[4] as number) * y + (h[5] as number)) * scale;
    let w = h6 * left + (h[7] as number) * y + (h[8] as number);
    for (let column = 0; column < CELL_SIDE; column++) {
      const inverse = 1 / w;
      const u = p * inverse - 0.5;
      const v = q * inverse - 0.5;
      const iu = u | 0;
      const iv = v | 0;
      const fu = u - iu;
      const i = iv * width + iu;
      const j = i + width;
      const above = data[i] as number;
      const below = data[j] as number;
      const upper = above + fu * ((data[i + 1] as number) - above);
      const lower = below + fu * ((data[j + 1] as number) - below);
      into[at++] = upper + (v - iv) * (lower - upper);
      p += du;
      q += dv;
      w += dw;
    }
  }
}

/** @param share of the coarser level, whose pixels are twice as wide as those of `level` */
function sampleBetween(
  { width, data }: Plane,
  { width: coarserWidth, data: coarser }: Plane,
  level: number,
  share: number,
  h: Homography,
  left: number,
  top: number,
  stepX: number,
  stepY: number,
  into: Float32Array,
  start: number,
): void {
  const scale = 1 / (1 << level);
  const h0 = (h[0] as number) * scale;
  const h3 = (h[3] as number) * scale;
  const h6 = h[6] as number;
  const du = h0 * stepX;
  const dv = h3 * stepX;
  const dw = h6 * stepX;
  let at = start;
  for (let row = 0; row < CELL_SIDE; row++) {
    const y = top + row * stepY;
    let p = h0 * left + ((h[1] as number) * y + (h[2] as number)) * scale;
    let q = h3 * left + ((h[4] as number) * y + (h[5] as number)) * scale;
    let w = h6 * left + (h[7] as number) * y + (h[8] as number);
    for (let column = 0; column < CELL_SIDE; column++) {
      const inverse = 1 / w;
      const x = p * inverse;
      const y = q * inverse;
      let u = x - 0.5;
      let v = y - 0.5;
      let iu = u | 0;
      let iv = v | 0;
      let i = iv * width + iu;
      let j = i + width;
      let above = data[i] as number;
      let below = data[j] as number;
      let upper = above + (u - iu) * ((data[i + 1] as number) - above);
      let lower = below + (u - iu) * ((data[j + 1] as number) - below);
      const fine = upper + (v - iv) * (lower - upper);
      u = 0.5 * x - 0.5;
      v = 0.5 * y - 0.5;
      iu = u | 0;
      iv = v | 0;
      i = iv * coarserWidth + iu;
      j = i + coarserWidth;
      above = coarser[i] as number;
      below = coarser[j] as number;
      upper = above + (u - iu) * ((coarser[i + 1] as number) - above);
      lower = below + (u - iu) * ((coarser[j + 1] as number) - below);
      into[at++] = fine + share * (upper + (v - iv) * (lower - upper) - fine);
      p += du;
      q += dv;
      w += dw;
    }
  }
}
