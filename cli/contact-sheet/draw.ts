import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';

/** Pixels; (x, y) is the top left corner. Parts outside the picture are not drawn. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lays `colour` over a pixel of the picture; `opacity` 0 to 1. */
export function blendPixel(image: RgbImage, x: number, y: number, colour: Rgb, opacity: number): void {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const at = (y * image.width + x) * 3;
  for (const channel of [0, 1, 2] as const) {
    const below = image.data[at + channel] ?? 0;
    image.data[at + channel] = Math.round(below + (colour[channel] - below) * opacity);
  }
}

export function fillRectangle(image: RgbImage, area: Rectangle, colour: Rgb, opacity = 1): void {
  const left = Math.max(0, Math.round(area.x));
  const top = Math.max(0, Math.round(area.y));
  const right = Math.min(image.width, Math.round(area.x + area.width));
  const bottom = Math.min(image.height, Math.round(area.y + area.height));
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) blendPixel(image, x, y, colour, opacity);
  }
}

/** Outlines the area: lines of `thickness` pixels inside it. */
export function strokeRectangle(image: RgbImage, area: Rectangle, colour: Rgb, thickness: number): void {
  const { x, y, width, height } = area;
  const inner = height - 2 * thickness;
  fillRectangle(image, { x, y, width, height: Math.min(thickness, height) }, colour);
  if (inner <= 0) return;
  fillRectangle(image, { x, y: y + height - thickness, width, height: thickness }, colour);
  fillRectangle(image, { x, y: y + thickness, width: thickness, height: inner }, colour);
  fillRectangle(
    image,
    { x: x + width - thickness, y: y + thickness, width: thickness, height: inner },
    colour,
  );
}

/** Copies `source` onto `target` with its top left corner at (x, y), all of it within the target. */
export function drawImage(target: RgbImage, source: RgbImage, x: number, y: number): void {
  const rowBytes = source.width * 3;
  for (let row = 0; row < source.height; row++) {
    const line = source.data.subarray(row * rowBytes, (row + 1) * rowBytes);
    target.data.set(line, ((y + row) * target.width + x) * 3);
  }
}
