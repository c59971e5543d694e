import type { Rgb, RgbImage } from '../shared/media/pictures/rgb-image.ts';

/** Colour with coverage, both already multiplied: `data` holds R, G, B (0–255) and alpha (0–1) of each pixel. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** The colour of a shape at (u, v), each from −1 to 1 across its box, v downwards; null outside the shape. */
export type Texture = (u: number, v: number) => Rgb | null;

/** Samples a pixel along each axis: smooth outlines, smooth texture. */
const SAMPLES = 3;

export function renderSprite(width: number, height: number, texture: Texture): Sprite {
  const data = new Float32Array(width * height * 4);
  const share = 1 / SAMPLES ** 2;
  for (let i = 0; i < width * height * SAMPLES ** 2; i++) {
    const column = i % (width * SAMPLES);
    const row = Math.floor(i / (width * SAMPLES));
    const colour = texture(
      ((column + 0.5) / (width * SAMPLES)) * 2 - 1,
      ((row + 0.5) / (height * SAMPLES)) * 2 - 1,
    );
    if (colour === null) continue;
    const at = (Math.floor(row / SAMPLES) * width + Math.floor(column / SAMPLES)) * 4;
    for (const [channel, value] of [...colour, 1].entries()) {
      data[at + channel] = (data[at + channel] ?? 0) + value * share;
    }
  }
  return { width, height, data };
}

/** Lays the sprite over the picture with its top left corner at (left, top), fractions of a pixel included. */
export function drawSprite(image: RgbImage, sprite: Sprite, left: number, top: number): void {
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - x0, top - y0];
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
  const { width, height, data } = sprite;
  const tap = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? -1 : (y * width + x) * 4;
  const firstX = Math.max(0, -x0);
  const endX = Math.min(width, image.width - 1 - x0);
  const endY = Math.min(height, image.height - 1 - y0);
  for (let y = Math.max(0, -y0); y <= endY; y++) {
    for (let x = firstX; x <= endX; x++) {
      const taps = [tap(x, y), tap(x - 1, y), tap(x, y - 1), tap(x - 1, y - 1)] as const;
      blendTaps(image, ((y0 + y) * image.width + x0 + x) * 3, data, taps, weights);
    }
  }
}

type Four = readonly [number, number, number, number];

/** Bilinear: the four neighbouring sprite pixels (−1: outside the sprite) over one pixel of the picture. */
function blendTaps(image: RgbImage, at: number, data: Float32Array, taps: Four, weights: Four): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    const tap = taps[i] ?? -1;
    if (tap < 0) continue;
    const weight = weights[i] ?? 0;
    red += weight * (data[tap] ?? 0);
    green += weight * (data[tap + 1] ?? 0);
    blue += weight * (data[tap + 2] ?? 0);
    alpha += weight * (data[tap + 3] ?? 0);
  }
  if (alpha === 0) return;
  image.data[at] = red + (image.data[at] ?? 0) * (1 - alpha) + 0.5;
  image.data[at + 1] = green + (image.data[at + 1] ?? 0) * (1 - alpha) + 0.5;
  image.data[at + 2] = blue + (image.data[at + 2] ?? 0) * (1 - alpha) + 0.5;
}
