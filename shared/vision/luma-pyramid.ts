/** A grey picture: row-major, values from 0 to 255. Coordinates count from the top-left corner of the first pixel. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** The finest level, then levels of half the size each. */
export type LumaPyramid = readonly [Plane, Plane, Plane];

/** About as many pixels has the finest level: 208 × 117 of a 16:9 frame. */
const FINEST_PIXELS = 24_000;

/** Pixels of a frame that one pixel of the finest level stands for, along each axis. */
export const reductionOf = (width: number, height: number): number =>
  Math.max(1, Math.round(Math.sqrt((width * height) / FINEST_PIXELS)));

/**
 * The luma (ITU-R BT.601) of a frame at three sizes. A pixel is the mean of the square that it stands for; what is left
 * over on the right and at the bottom is left out.
 * @param data rgb24, row-major, no row padding
 * @throws RangeError when `data` has another length
 */
export function lumaPyramid(data: Uint8Array, width: number, height: number): LumaPyramid {
  if (data.length !== width * height * 3)
    throw new RangeError(`${data.length} bytes are not an rgb24 frame of ${width}×${height}`);
  const finest = reducedLuma(data, width, height, reductionOf(width, height));
  const middle = halved(finest);
  return [finest, middle, halved(middle)];
}

function reducedLuma(rgb: Uint8Array, fromWidth: number, fromHeight: number, reduction: number): Plane {
  const [width, height] = [Math.floor(fromWidth / reduction), Math.floor(fromHeight / reduction)];
  const data = new Float32Array(width * height);
  const share = 1 / reduction ** 2;
  for (let y = 0; y < height * reduction; y++) {
    const row = Math.floor(y / reduction) * width;
    let at = y * fromWidth * 3;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < reduction; k++, at += 3)
        sum += 0.299 * (rgb[at] as number) + 0.587 * (rgb[at + 1] as number) + 0.114 * (rgb[at + 2] as number);
      data[row + x] = (data[row + x] as number) + sum * share;
    }
  }
  return { width, height, data };
}

function halved({ width: fromWidth, height: fromHeight, data: from }: Plane): Plane {
  const [width, height] = [fromWidth >> 1, fromHeight >> 1];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * fromWidth + 2 * x;
      const above = (from[at] as number) + (from[at + 1] as number);
      const below = (from[at + fromWidth] as number) + (from[at + fromWidth + 1] as number);
      data[y * width + x] = (above + below) / 4;
    }
  }
  return { width, height, data };
}
