/** Catmull–Rom spline (Keys, "Cubic convolution interpolation", IEEE TASSP 1981, a = −1/2). */
function cubic(x: number): number {
  const d = Math.abs(x);
  if (d >= 2) return 0;
  return d < 1 ? (1.5 * d - 2.5) * d * d + 1 : ((-0.5 * d + 2.5) * d - 4) * d + 2;
}

/** How a target position follows from source positions: the first of them, and the weights from there on; their sum is 1. */
interface Kernel {
  readonly first: number;
  readonly weights: Float64Array;
}

function kernels(from: number, to: number): Kernel[] {
  const step = from / to;
  // Shrinking widens the kernel, so that what vanishes between two target pixels still counts.
  const width = Math.max(1, step);
  return Array.from({ length: to }, (_, target) => {
    const centre = (target + 0.5) * step;
    const first = Math.max(0, Math.floor(centre - 2 * width + 0.5));
    const end = Math.min(from, Math.floor(centre + 2 * width + 0.5));
    const raw = Float64Array.from({ length: end - first }, (__, i) =>
      cubic((first + i + 0.5 - centre) / width),
    );
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return { first, weights: raw.map((weight) => weight / sum) };
  });
}

/**
 * Bicubic resize with antialiasing of an interleaved 8-bit image, row-major without row padding, as Pillow's
 * `Image.resize(…, BICUBIC)` does it: the networks of CLIP's family were trained on its pictures.
 * @throws RangeError when `source` has another length
 */
export function resizeBicubic(
  source: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
  channels = 3,
): Uint8Array {
  if (source.length !== width * height * channels)
    throw new RangeError(`${source.length} bytes are not ${width}×${height}×${channels}`);
  const across = resampled(source, kernels(width, toWidth), width, height, channels);
  return resampled(across, kernels(height, toHeight), height, 1, toWidth * channels);
}

/** Resamples `lines` of `length` positions each; a position has `values` neighbouring values. */
function resampled(
  source: Uint8Array,
  axis: readonly Kernel[],
  length: number,
  lines: number,
  values: number,
): Uint8Array {
  const target = new Uint8ClampedArray(lines * axis.length * values);
  let to = 0;
  for (let line = 0; line < lines; line++) {
    for (const { first, weights } of axis) {
      const from = (line * length + first) * values;
      for (let value = 0; value < values; value++) {
        let sum = 0;
        let at = from + value;
        for (let i = 0; i < weights.length; i++, at += values)
          sum += (weights[i] as number) * (source[at] as number);
        // Halves go up, as in Pillow; left to itself the array would round them to even.
        target[to++] = Math.floor(sum + 0.5);
      }
    }
  }
  return new Uint8Array(target.buffer);
}
