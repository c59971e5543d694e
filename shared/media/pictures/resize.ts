import type { RgbImage } from './rgb-image.ts';

/** A new picture of the given size, resampled by area: each pixel is the mean of the source area that it covers. */
export function resize(image: RgbImage, width: number, height: number): RgbImage {
  const rowLength = image.width * 3;
  const flattened = new Float32Array(rowLength * height);
  for (const { target, source, weight } of coverage(image.height, height)) {
    for (let i = 0; i < rowLength; i++) {
      flattened[target * rowLength + i] =
        (flattened[target * rowLength + i] ?? 0) + weight * (image.data[source * rowLength + i] ?? 0);
    }
  }
  const resampled = new Float32Array(width * height * 3);
  for (const { target, source, weight } of coverage(image.width, width)) {
    for (let row = 0; row < height; row++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = (row * width + target) * 3 + channel;
        resampled[at] =
          (resampled[at] ?? 0) + weight * (flattened[row * rowLength + source * 3 + channel] ?? 0);
      }
    }
  }
  return { width, height, data: new Uint8Array(resampled.map(Math.round)) };
}

/** Largest size of the same proportions within `bounds`, never larger than the original; at least 1 × 1. */
export function fitWithin(
  image: { readonly width: number; readonly height: number },
  bounds: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const scale = Math.min(1, bounds.width / image.width, bounds.height / image.height);
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
}

/** Overlaps of `to` equal intervals with `from` equal intervals of the same total length, as shares of the former. */
function* coverage(from: number, to: number): Generator<{ target: number; source: number; weight: number }> {
  const step = from / to;
  for (let target = 0; target < to; target++) {
    const [start, end] = [target * step, (target + 1) * step];
    for (let source = Math.floor(start); source < Math.min(end, from); source++) {
      const weight = (Math.min(end, source + 1) - Math.max(start, source)) / step;
      if (weight > 0) yield { target, source, weight };
    }
  }
}
