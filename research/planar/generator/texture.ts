import type { RgbImage } from '../../../shared/media/pictures/rgb-image.ts';

/** A grey picture of levels 0 to 255 and its halves, finest first. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  readonly levels: readonly Level[];
}

export interface Level {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function toTexture(width: number, height: number, data: Float32Array): Texture {
  const levels: Level[] = [{ width, height, data }];
  for (let level = levels[0]; level && level.width >= 8 && level.height >= 8; level = levels.at(-1)) {
    levels.push(half(level));
    if (levels.length > 8) break;
  }
  return { width, height, levels };
}

export function pictureTexture({ width, height, data }: RgbImage): Texture {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++)
    luma[i] =
      0.299 * (data[3 * i] as number) +
      0.587 * (data[3 * i + 1] as number) +
      0.114 * (data[3 * i + 2] as number);
  return toTexture(width, height, luma);
}

/** A texture of the size of `one`, which has this share of it; the rest is `other`. */
export function blended(one: Texture, other: Texture, share: number): Texture {
  const { width, height } = one;
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
      data[y * width + x] = share * textureAt(one, 0, u, v) + (1 - share) * textureAt(other, 0, u, v);
    }
  }
  return toTexture(width, height, data);
}

function half(source: Level): Level {
  const [width, height] = [source.width >> 1, source.height >> 1];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = 2 * y * source.width + 2 * x;
      data[y * width + x] =
        ((source.data[i] as number) +
          (source.data[i + 1] as number) +
          (source.data[i + source.width] as number) +
          (source.data[i + source.width + 1] as number)) /
        4;
    }
  }
  return { width, height, data };
}

/** Bilinear at (u, v), shares of the picture's sides; beyond its border the picture is mirrored. */
export function textureAt({ levels }: Texture, level: number, u: number, v: number): number {
  return levelAt(levels[level] as Level, u, v);
}

/** As {@link textureAt}; for loops over all pixels, in which arrays are not taken apart. */
export function levelAt({ width, height, data }: Level, u: number, v: number): number {
  const x = mirrored(u) * width - 0.5;
  const y = mirrored(v) * height - 0.5;
  const left = x < 0 ? 0 : x >= width - 1 ? width - 2 : x | 0;
  const top = y < 0 ? 0 : y >= height - 1 ? height - 2 : y | 0;
  const fx = x - left;
  const i = top * width + left;
  const j = i + width;
  const above = (data[i] as number) + fx * ((data[i + 1] as number) - (data[i] as number));
  const below = (data[j] as number) + fx * ((data[j + 1] as number) - (data[j] as number));
  return above + (y - top) * (below - above);
}

function mirrored(share: number): number {
  if (share >= 0 && share <= 1) return share;
  const rest = Math.abs(share) % 2;
  return rest > 1 ? 2 - rest : rest;
}
