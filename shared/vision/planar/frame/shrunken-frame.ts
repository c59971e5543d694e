import type { Plane } from '../../camera/luma-pyramid.ts';
import type { Region } from './frame-pyramid.ts';
import type { LumaFrame } from './luma-frame.ts';

/** Points a pixel along each axis of which the mean is taken. */
const POINTS = 2;

/** For every point along a row or column the position before it, and the weight of the one after it. */
function taps(from: number, to: number, factor: number, length: number) {
  const count = POINTS * Math.max(1, Math.floor((to - from) * factor));
  const before = new Int32Array(count);
  const weight = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const position = Math.min(length - 1, Math.max(0, from + (i + 0.5) / (POINTS * factor) - 0.5));
    before[i] = Math.min(length - 2, Math.floor(position));
    weight[i] = position - (before[i] as number);
  }
  return { before, weight, pixels: count / POINTS };
}

/**
 * A part of a plane, made smaller: each pixel the mean of four points of what it covers, bilinear between the plane's pixels.
 * @param region whole pixels
 * @param factor of lengths, from 0.5 to 1
 */
export function shrunkenFrame(
  { width, height, data }: Plane,
  { left, top, right, bottom }: Region,
  factor: number,
): LumaFrame {
  const columns = taps(left, right, factor, width);
  const rows = taps(top, bottom, factor, height);
  const sums = new Float32Array(columns.pixels * rows.pixels);
  for (const [v, above] of rows.before.entries()) {
    const row = above * width;
    const below = rows.weight[v] as number;
    const to = Math.floor(v / POINTS) * columns.pixels;
    for (const [u, before] of columns.before.entries()) {
      const after = columns.weight[u] as number;
      const at = row + before;
      const upper = (data[at] as number) * (1 - after) + (data[at + 1] as number) * after;
      const lower = (data[at + width] as number) * (1 - after) + (data[at + width + 1] as number) * after;
      const pixel = to + Math.floor(u / POINTS);
      sums[pixel] = (sums[pixel] as number) + upper * (1 - below) + lower * below;
    }
  }
  return {
    width: columns.pixels,
    height: rows.pixels,
    data: Uint8Array.from(sums, (sum) => Math.round(sum / POINTS ** 2)),
  };
}
