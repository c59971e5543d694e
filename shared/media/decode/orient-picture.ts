/**
 * Turns a picture clockwise, then mirrors it left to right if asked, as a display does with a video's frames.
 *
 * @param source rows from the top, no padding, `width` × `height` pixels of `channels` bytes
 * @param target the same number of bytes; for a quarter turn it holds `height` × `width` pixels
 */
export function orientPicture(
  source: Uint8Array,
  target: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: number },
  { rotation, flip }: { rotation: 0 | 90 | 180 | 270; flip: boolean },
): void {
  const quarter = rotation === 90 || rotation === 270;
  const outWidth = quarter ? height : width;
  const outHeight = quarter ? width : height;
  // Source position of the target's pixel (x, y) = origin + x·stepX + y·stepY, in pixels.
  const [origin, stepX, stepY] = {
    0: [0, 1, width],
    90: [(height - 1) * width, -width, 1],
    180: [height * width - 1, -1, -width],
    270: [width - 1, width, -1],
  }[rotation] as [number, number, number];
  const start = (flip ? origin + (outWidth - 1) * stepX : origin) * channels;
  const step = (flip ? -stepX : stepX) * channels;
  const copyRow = channels === 3 ? copyRow24 : copyRow8;
  for (let y = 0; y < outHeight; y++) {
    copyRow(source, start + y * stepY * channels, step, target, y * outWidth * channels, outWidth);
  }
}

function copyRow24(
  source: Uint8Array,
  start: number,
  step: number,
  target: Uint8Array,
  to: number,
  n: number,
) {
  const end = to + n * 3;
  for (let from = start, at = to; at < end; at += 3, from += step) {
    target[at] = source[from] as number;
    target[at + 1] = source[from + 1] as number;
    target[at + 2] = source[from + 2] as number;
  }
}

function copyRow8(
  source: Uint8Array,
  start: number,
  step: number,
  target: Uint8Array,
  to: number,
  n: number,
) {
  for (let from = start, at = to; at < to + n; at++, from += step) target[at] = source[from] as number;
}
