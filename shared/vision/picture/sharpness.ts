import type { Picture } from './square-crop.ts';

/**
 * How much fine detail a picture has for its contrast: standard deviation of its Laplacian over that of its brightness
 * (Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy", ICPR 2000, made independent of exposure).
 * 0 for a picture of one colour or without an inner pixel; comparable between pictures of the same size only.
 */
export function sharpness({ width, height, data }: Picture): number {
  const brightness = new Float64Array(width * height);
  for (let i = 0; i < brightness.length; i++)
    brightness[i] = (data[3 * i] ?? 0) + (data[3 * i + 1] ?? 0) + (data[3 * i + 2] ?? 0);
  const at = (index: number): number => brightness[index] as number;
  const laplacian = new Float64Array(Math.max(0, width - 2) * Math.max(0, height - 2));
  let inner = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      laplacian[inner++] = at(i - 1) + at(i + 1) + at(i - width) + at(i + width) - 4 * at(i);
    }
  }
  const contrast = deviation(brightness);
  return contrast > 0 && laplacian.length > 0 ? deviation(laplacian) / contrast : 0;
}

function deviation(values: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2));
}
