/** Cells of the coarse luma picture. */
const COLUMNS = 16;
const ROWS = 9;
const CELLS = COLUMNS * ROWS;
/** Bins of the colour histogram: 4 levels for each of red, green and blue. */
const LEVELS = 4;
const BINS = LEVELS ** 3;
/** Bytes of a signature. */
const SIGNATURE_LENGTH = CELLS + BINS;

/** About this many pixels of a frame are sampled, whatever its size. */
const SAMPLED_PIXELS = 8_000;

/** For every byte value: the lower of the two levels it lies between, and how near it is to the upper one. */
const LOWER = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.min(LEVELS - 2, Math.floor((value * (LEVELS - 1)) / 255)),
);
const NEARNESS = Float64Array.from(LOWER, (lower, value) => (value * (LEVELS - 1)) / 255 - lower);

/**
 * What a frame looks like, in {@link SIGNATURE_LENGTH} bytes: the mean luma of 16 × 9 cells (0–255, row-major), then a
 * colour histogram of 4 × 4 × 4 bins (255 × the square root of a bin's share, so that small shares keep their
 * precision).
 * @param data rgb24, row-major, no row padding
 * @throws RangeError when `data` has another length
 */
export function frameSignature(data: Uint8Array, width: number, height: number): Uint8Array {
  if (data.length !== width * height * 3)
    throw new RangeError(`${data.length} bytes are not an rgb24 frame of ${width}×${height}`);
  const luma = new Float64Array(CELLS);
  const count = new Uint32Array(CELLS);
  const histogram = new Float64Array(BINS);
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLED_PIXELS)));
  let total = 0;
  for (let y = 0; y < height; y += step) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3;
      const red = data[at] as number;
      const green = data[at + 1] as number;
      const blue = data[at + 2] as number;
      const cell = row + Math.floor((x * COLUMNS) / width);
      luma[cell] = (luma[cell] as number) + 0.299 * red + 0.587 * green + 0.114 * blue;
      count[cell] = (count[cell] as number) + 1;
      vote(histogram, red, green, blue);
      total++;
    }
  }
  const signature = new Uint8Array(SIGNATURE_LENGTH);
  for (let i = 0; i < CELLS; i++)
    signature[i] = Math.round((luma[i] as number) / Math.max(1, count[i] as number));
  for (let i = 0; i < BINS; i++)
    signature[CELLS + i] = Math.round(255 * Math.sqrt((histogram[i] as number) / total));
  return signature;
}

/**
 * A colour votes for the eight bins around it by nearness, so that a slight change of light moves few votes. Written out,
 * it takes a third of what a loop over the bins does.
 */
function vote(histogram: Float64Array, red: number, green: number, blue: number): void {
  const bin = ((LOWER[red] as number) * LEVELS + (LOWER[green] as number)) * LEVELS + (LOWER[blue] as number);
  const r = NEARNESS[red] as number;
  const g = NEARNESS[green] as number;
  const b = NEARNESS[blue] as number;
  voteForTwo(histogram, bin, (1 - r) * (1 - g), b);
  voteForTwo(histogram, bin + LEVELS, (1 - r) * g, b);
  voteForTwo(histogram, bin + LEVELS * LEVELS, r * (1 - g), b);
  voteForTwo(histogram, bin + LEVELS * LEVELS + LEVELS, r * g, b);
}

/** For a bin and the next one of blue. */
function voteForTwo(histogram: Float64Array, bin: number, weight: number, blue: number): void {
  histogram[bin] = (histogram[bin] as number) + weight * (1 - blue);
  histogram[bin + 1] = (histogram[bin + 1] as number) + weight * blue;
}

/** How much two frames differ in colour: Hellinger's distance of their histograms, in [0, 1]. */
export function colourDistance(a: Uint8Array, b: Uint8Array): number {
  let [overlap, normA, normB] = [0, 0, 0];
  for (let i = CELLS; i < SIGNATURE_LENGTH; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    overlap += x * y;
    normA += x * x;
    normB += y * y;
  }
  const coefficient = normA * normB === 0 ? 1 : overlap / Math.sqrt(normA * normB);
  return Math.sqrt(Math.max(0, 1 - coefficient));
}

/**
 * How much two frames differ in structure: 1 − the correlation of their coarse luma pictures, in [0, 2]. Brightness
 * and contrast do not matter. A frame without structure correlates with none.
 */
export function structureDistance(a: Uint8Array, b: Uint8Array): number {
  const mean = (s: Uint8Array): number => s.subarray(0, CELLS).reduce((sum, value) => sum + value, 0) / CELLS;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [covariance, varianceA, varianceB] = [0, 0, 0];
  for (let i = 0; i < CELLS; i++) {
    const [x, y] = [(a[i] as number) - meanA, (b[i] as number) - meanB];
    covariance += x * y;
    varianceA += x * x;
    varianceB += y * y;
  }
  // Less than one level of deviation is noise.
  if (varianceA < CELLS && varianceB < CELLS) return 0;
  return 1 - covariance / Math.sqrt(Math.max(varianceA, CELLS) * Math.max(varianceB, CELLS));
}
