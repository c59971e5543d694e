import type { Plane } from '../../camera/luma-pyramid.ts';
import type { LumaFrame } from './luma-frame.ts';

/** Pixels of the frame from `left` to before `right`, and so on. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** More levels show nothing of a surface. */
const LEVELS = 6;

/**
 * A frame at halved sizes, each pixel the binomial mean (1 3 3 1)² / 64 of those before, of which only a region is
 * computed. The planes are reused from frame to frame.
 */
export class FramePyramid {
  readonly levels: readonly Plane[];
  /** What applies to the finest level; of coarser ones the pixels that lie in it wholly. */
  region: Region = { left: 0, top: 0, right: 0, bottom: 0 };
  readonly #row: Float32Array;

  constructor(width: number, height: number) {
    const levels: Plane[] = [];
    let [across, down] = [width, height];
    while (levels.length === 0 || (levels.length < LEVELS && across >= 4 && down >= 4)) {
      levels.push({ width: across, height: down, data: new Float32Array(across * down) });
      [across, down] = [across >> 1, down >> 1];
    }
    this.levels = levels;
    this.#row = new Float32Array(width + 4);
  }

  /** @param wanted in pixels of the frame; parts outside it are ignored */
  fill({ width, height, data }: LumaFrame, wanted: Region): void {
    const [finest] = this.levels;
    if (!finest || finest.width !== width || finest.height !== height)
      throw new RangeError(
        `a frame of ${width}×${height} among others of ${finest?.width}×${finest?.height}`,
      );
    // Whole pixels of the coarsest level.
    const unit = 1 << (this.levels.length - 1);
    const down = (value: number, most: number): number =>
      Math.min(most, Math.max(0, Math.floor(value / unit) * unit));
    let left = down(wanted.left, width);
    let top = down(wanted.top, height);
    let right = Math.min(width, Math.max(left, Math.ceil(wanted.right / unit) * unit));
    let bottom = Math.min(height, Math.max(top, Math.ceil(wanted.bottom / unit) * unit));
    this.region = { left, top, right, bottom };
    for (let y = top; y < bottom; y++) {
      const from = y * width;
      for (let x = from + left; x < from + right; x++) finest.data[x] = data[x] as number;
    }
    for (let level = 1; level < this.levels.length; level++) {
      const [source, target] = [this.levels[level - 1], this.levels[level]];
      if (!source || !target) return;
      halve(source, target, this.#row, { left, top, right, bottom });
      [left, top, right, bottom] = [left >> 1, top >> 1, right >> 1, bottom >> 1];
    }
  }
}

/** @param region of the source; pixels outside it are as its outermost */
function halve(
  { width, data }: Plane,
  target: Plane,
  row: Float32Array,
  { left, top, right, bottom }: Region,
): void {
  const [first, last] = [top, bottom - 1];
  const [end, lowest] = [Math.min(target.width, right >> 1), Math.min(target.height, bottom >> 1)];
  const count = right - left;
  for (let y = top >> 1; y < lowest; y++) {
    const b = 2 * y * width + left;
    const c = Math.min(last, 2 * y + 1) * width + left;
    const a = Math.max(first, 2 * y - 1) * width + left;
    const d = Math.min(last, 2 * y + 2) * width + left;
    for (let i = 0; i < count; i++)
      row[i + 1] =
        ((data[a + i] as number) +
          (data[d + i] as number) +
          3 * ((data[b + i] as number) + (data[c + i] as number))) /
        64;
    row[0] = row[1] as number;
    row[count + 1] = row[count] as number;
    let into = y * target.width + (left >> 1);
    const stop = end - (left >> 1);
    for (let x = 0, i = 0; x < stop; x++, i += 2)
      target.data[into++] =
        (row[i] as number) + (row[i + 3] as number) + 3 * ((row[i + 1] as number) + (row[i + 2] as number));
  }
}
