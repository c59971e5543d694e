import type { Picture } from './square-crop.ts';

/**
 * How much fine detail a picture has for its contrast: standard deviation of its Laplacian over that of its brightness
 * (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", ICPR 2000, made independent of exposure).
 * 0 for a picture of one colour or without an inner pixel; comparable between pictures of the same size only.
 */
export function sharpness({ width, height, data }: Picture): number {
  const brightness = Float64Array.from(
    { length: width * height },
    (_, i) => (data[3 * i] ?? 0) + (data[3 * i + 1] ?? 0) + (data[3 * i + 2] ?? 0),
  );
  const at = (index: number): number => brightness[index] as number;
  const laplacian: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      laplacian.push(at(i - 1) + at(i + 1) + at(i - width) + at(i + width) - 4 * at(i));
    }
  }
  const contrast = deviation(brightness);
  return contrast > 0 && laplacian.length > 0 ? deviation(laplacian) / contrast : 0;
}

function deviation(values: ArrayLike<number> & Iterable<number>): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2));
}
