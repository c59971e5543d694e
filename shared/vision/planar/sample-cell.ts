import type { Homography } from '../../kernel/geometry/homography.ts';
import type { Plane } from '../camera/luma-pyramid.ts';
import { CELL_SIDE, type CellGrid } from './cell-grid.ts';
import type { FramePyramid } from './frame-pyramid.ts';

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
  if (!inside(pyramid, map, left, top, cx, cy, 1 << (fine + (coarser ? 1 : 0)))) return false;
  if (finer) addSamples(pyramid.levels[fine] as Plane, fine, map, left, top, stepX, stepY, 1, 0, into, at);
  if (coarser) {
    const plane = pyramid.levels[fine + 1] as Plane;
    const weight = finer ? share : 1;
    addSamples(plane, fine + 1, map, left, top, stepX, stepY, weight, 1 - weight, into, at);
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

/** Whether the four outermost samples lie in the pyramid's region, `margin` pixels away from its border. */
function inside(
  { region }: FramePyramid,
  h: Homography,
  left: number,
  top: number,
  cx: number,
  cy: number,
  margin: number,
): boolean {
  for (let corner = 0; corner < 4; corner++) {
    const x = corner & 1 ? 2 * cx - left : left;
    const y = corner & 2 ? 2 * cy - top : top;
    const w = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
    const u = ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w;
    const v = ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w;
    if (!(w > 0 && u >= region.left + margin && u <= region.right - margin)) return false;
    if (!(v >= region.top + margin && v <= region.bottom - margin)) return false;
  }
  return true;
}

/** Sets samples to `keep` times what they were plus `weight` times what the plane shows. */
function addSamples(
  { width, data }: Plane,
  level: number,
  h: Homography,
  left: number,
  top: number,
  stepX: number,
  stepY: number,
  weight: number,
  keep: number,
  into: Float32Array,
  start: number,
): void {
  // No arrays are taken apart in here: that costs more than all the rest.
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
      const above = data[i] as number;
      const below = data[i + width] as number;
      const upper = above + fu * ((data[i + 1] as number) - above);
      const lower = below + fu * ((data[i + width + 1] as number) - below);
      const value = weight * (upper + (v - iv) * (lower - upper));
      into[at] = keep === 0 ? value : keep * (into[at] as number) + value;
      at++;
      p += du;
      q += dv;
      w += dw;
    }
  }
}
