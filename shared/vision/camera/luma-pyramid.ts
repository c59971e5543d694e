/** A grey picture: row-major, values from 0 to 255. Coordinates count from the top-left corner of the first pixel. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A frame at two small sizes. */
export interface LumaPyramid {
  readonly fine: Plane;
  /** {@link COARSENING} times smaller along each axis. */
  readonly coarse: Plane;
  /** Size of the whole frame in pixels of `fine`, which leaves out what does not fill a pixel. */
  readonly width: number;
  readonly height: number;
}

export const COARSENING = 3;

/** The fine level has about this many pixels: 138 × 78 of a 16:9 frame. */
const FINE_PIXELS = 10_000;

/**
 * The luma (ITU-R BT.601) of a frame at two small sizes. A pixel is the mean of the square that it stands for.
 * @param data rgb24, row-major, no row padding
 * @throws RangeError when `data` has another length
 */
export function lumaPyramid(data: Uint8Array, width: number, height: number): LumaPyramid {
  if (data.length !== width * height * 3)
    throw new RangeError(`${data.length} bytes are not an rgb24 frame of ${width}×${height}`);
  const factor = Math.max(1, Math.round(Math.sqrt((width * height) / FINE_PIXELS)));
  const fine = fineLuma(data, width, height, factor);
  return { fine, coarse: reduced(fine, COARSENING), width: width / factor, height: height / factor };
}

/** Reads every pixel once: a plane of the whole frame would cost as much as all the rest. */
function fineLuma(data: Uint8Array, across: number, down: number, factor: number): Plane {
  const [width, height] = [Math.floor(across / factor), Math.floor(down / factor)];
  const luma = new Float32Array(width * height);
  const share = 1 / factor ** 2;
  const stride = 3 * across;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const first = factor * (y * stride + 3 * x);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = first; row < first + factor * stride; row += stride) {
        for (let at = row; at < row + 3 * factor; at += 3) {
          red += data[at] as number;
          green += data[at + 1] as number;
          blue += data[at + 2] as number;
        }
      }
      luma[i] = (0.299 * red + 0.587 * green + 0.114 * blue) * share;
    }
  }
  return { width, height, data: luma };
}

function reduced(plane: Plane, factor: number): Plane {
  const [width, height] = [Math.floor(plane.width / factor), Math.floor(plane.height / factor)];
  const data = new Float32Array(width * height);
  const share = 1 / factor ** 2;
  for (let y = 0; y < height * factor; y++) {
    const row = Math.floor(y / factor) * width;
    let at = y * plane.width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < factor; k++) sum += plane.data[at++] as number;
      data[row + x] = (data[row + x] as number) + sum * share;
    }
  }
  return { width, height, data };
}
