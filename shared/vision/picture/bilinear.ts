/** Bytes of a pixel. */
const RGB = 3;

/** For every position of a resized row or column the two source positions, in units of `step`, and the weight of the second. */
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
 * Bilinear resize of an rgb24 image, row-major without row padding: half-pixel centres, edge
 * pixels repeated, no antialiasing when shrinking (what OpenCV calls `INTER_LINEAR`), rounded to nearest.
 * @throws RangeError when `source` has another length
 */
export function resizeBilinear(
  source: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Uint8Array {
  if (source.length !== width * height * RGB)
    throw new RangeError(`${source.length} bytes are not an rgb24 image of ${width}×${height}`);
  const rowLength = width * RGB;
  const { low, high, weight } = taps(width, toWidth, RGB);
  const rows = taps(height, toHeight, rowLength);
  const target = new Uint8Array(toWidth * toHeight * RGB);
  for (let y = 0, to = 0; y < toHeight; y++) {
    const above = source.subarray(rows.low[y], (rows.low[y] as number) + rowLength);
    const below = source.subarray(rows.high[y], (rows.high[y] as number) + rowLength);
    const down = rows.weight[y] as number;
    const up = 1 - down;
    // The colours are written out: this is most of what decoding a small video costs, and a loop over them takes longer.
    for (let x = 0; x < toWidth; x++, to += RGB) {
      const l = low[x] as number;
      const r = high[x] as number;
      const across = weight[x] as number;
      const back = 1 - across;
      const red = (above[l] as number) * back + (above[r] as number) * across;
      const redBelow = (below[l] as number) * back + (below[r] as number) * across;
      const green = (above[l + 1] as number) * back + (above[r + 1] as number) * across;
      const greenBelow = (below[l + 1] as number) * back + (below[r + 1] as number) * across;
      const blue = (above[l + 2] as number) * back + (above[r + 2] as number) * across;
      const blueBelow = (below[l + 2] as number) * back + (below[r + 2] as number) * across;
      // Storing cuts the fraction off, so this rounds to nearest.
      target[to] = red * up + redBelow * down + 0.5;
      target[to + 1] = green * up + greenBelow * down + 0.5;
      target[to + 2] = blue * up + blueBelow * down + 0.5;
    }
  }
  return target;
}
