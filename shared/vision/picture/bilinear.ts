/**
 * For every value of a resized row or column the two source positions, in units of `step`, and the weight of the second.
 * A row has `channels` values a pixel.
 */
function taps(from: number, to: number, step: number, channels: number) {
  const low = new Int32Array(to * channels);
  const high = new Int32Array(to * channels);
  const weight = new Float64Array(to * channels);
  for (let i = 0; i < to * channels; i++) {
    const channel = i % channels;
    const position = Math.min(Math.max(((Math.floor(i / channels) + 0.5) * from) / to - 0.5, 0), from - 1);
    const index = Math.floor(position);
    low[i] = index * step + channel;
    high[i] = Math.min(index + 1, from - 1) * step + channel;
    weight[i] = position - index;
  }
  return { low, high, weight };
}

/**
 * Bilinear resize of an interleaved 8-bit image, row-major without row padding: half-pixel centres, edge
 * pixels repeated, no antialiasing when shrinking (what OpenCV calls `INTER_LINEAR`), rounded to nearest.
 */
export function resizeBilinear(
  source: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
  channels = 3,
): Uint8Array {
  if (source.length !== width * height * channels)
    throw new RangeError(`${source.length} bytes are not ${width}×${height}×${channels}`);
  const rowLength = width * channels;
  const { low, high, weight } = taps(width, toWidth, channels, channels);
  const rows = taps(height, toHeight, rowLength, 1);
  const target = new Uint8Array(toWidth * toHeight * channels);
  let to = 0;
  for (let y = 0; y < toHeight; y++) {
    const above = source.subarray(rows.low[y], (rows.low[y] as number) + rowLength);
    const below = source.subarray(rows.high[y], (rows.high[y] as number) + rowLength);
    const down = rows.weight[y] as number;
    const up = 1 - down;
    // One flat loop over all values of the row: it is most of what decoding a small video costs.
    for (let i = 0; i < low.length; i++) {
      const left = low[i] as number;
      const right = high[i] as number;
      const across = weight[i] as number;
      const back = 1 - across;
      const top = (above[left] as number) * back + (above[right] as number) * across;
      const bottom = (below[left] as number) * back + (below[right] as number) * across;
      // Storing cuts the fraction off, so this rounds to nearest.
      target[to++] = top * up + bottom * down + 0.5;
    }
  }
  return target;
}
