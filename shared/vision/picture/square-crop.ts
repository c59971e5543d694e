import type { Box } from '../../kernel/geometry/box.ts';
import { resizeBicubic } from './bicubic.ts';

/** An rgb24 picture, row-major, no row padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * What a box shows, resized so that its longer side is `side` pixels.
 * @param box pixels of the picture; what lies outside is cut off, a part of a pixel counts as the whole
 * @returns at least one pixel in each direction
 */
export function cropResized({ width, height, data }: Picture, box: Box, side: number): Picture {
  const left = Math.min(width - 1, Math.max(0, Math.floor(box.x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(box.y)));
  const cropWidth = Math.max(1, Math.min(width, Math.ceil(box.x + box.width)) - left);
  const cropHeight = Math.max(1, Math.min(height, Math.ceil(box.y + box.height)) - top);
  const crop = new Uint8Array(cropWidth * cropHeight * 3);
  for (let row = 0; row < cropHeight; row++) {
    const from = ((top + row) * width + left) * 3;
    crop.set(data.subarray(from, from + cropWidth * 3), row * cropWidth * 3);
  }
  const scale = side / Math.max(cropWidth, cropHeight);
  const toWidth = Math.max(1, Math.round(cropWidth * scale));
  const toHeight = Math.max(1, Math.round(cropHeight * scale));
  return {
    width: toWidth,
    height: toHeight,
    data: resizeBicubic(crop, cropWidth, cropHeight, toWidth, toHeight),
  };
}

/** The picture in the middle of a square of one colour, `side` ≥ both of its sides. */
export function centredOnSquare(
  { width, height, data }: Picture,
  side: number,
  colour: readonly number[],
): Picture {
  const square = Uint8Array.from({ length: side * side * 3 }, (_, i) => colour[i % 3] ?? 0);
  const left = (side - width) >> 1;
  const top = (side - height) >> 1;
  for (let row = 0; row < height; row++) {
    square.set(data.subarray(row * width * 3, (row + 1) * width * 3), ((top + row) * side + left) * 3);
  }
  return { width: side, height: side, data: square };
}
