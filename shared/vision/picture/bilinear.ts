/** For one axis: the two source positions (already multiplied by `step`) and the weight of the second. */
function taps(from: number, to: number, step: number) {
  const low = new Int32Array(to);
  const high = new Int32Array(to);
  const weight = new Float64Array(to);
  for (let i = 0; i < to; i++) {
    const position = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    const index = Math.floor(position);
    low[i] = index * step;
    high[i] = Math.min(index + 1, from - 1) * step;
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
  const columns = taps(width, toWidth, channels);
  const rows = taps(height, toHeight, width * channels);
  const target = new Uint8Array(toWidth * toHeight * channels);
  const at = (index: number): number => source[index] as number;
  let to = 0;
  for (let y = 0; y < toHeight; y++) {
    const above = rows.low[y] as number;
    const below = rows.high[y] as number;
    const down = rows.weight[y] as number;
    for (let x = 0; x < toWidth; x++) {
      const left = columns.low[x] as number;
      const right = columns.high[x] as number;
      const across = columns.weight[x] as number;
      for (let c = 0; c < channels; c++) {
        const top = at(above + left + c) * (1 - across) + at(above + right + c) * across;
        const bottom = at(below + left + c) * (1 - across) + at(below + right + c) * across;
        target[to++] = Math.round(top * (1 - down) + bottom * down);
      }
    }
  }
  return target;
}
