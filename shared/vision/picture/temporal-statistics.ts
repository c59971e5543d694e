const LEVELS = 256;

/** The lower median of the values counted in `histogram`. */
function medianOf(histogram: Uint32Array, count: number): number {
  const rank = (count + 1) >> 1;
  let seen = 0;
  for (let level = 0; level < LEVELS; level++) {
    seen += histogram[level] as number;
    if (seen >= rank) return level;
  }
  return 0;
}

/**
 * The scene without what moves: for every byte of equally large 8-bit frames its median over time. Right where
 * the scene is uncovered in more than half of the frames.
 * @throws RangeError without frames
 */
export function temporalMedian(frames: readonly Uint8Array[]): Uint8Array {
  const [first] = frames;
  if (first === undefined) throw new RangeError('no frames');
  const histogram = new Uint32Array(LEVELS);
  return first.map((_, i) => {
    histogram.fill(0);
    for (const frame of frames) (histogram[frame[i] as number] as number)++;
    return medianOf(histogram, frames.length);
  });
}

/** Standard deviation of normal noise over the median size of the difference of two of its samples. */
const SIGMA_PER_MEDIAN_DIFFERENCE = 1.4826 / Math.SQRT2;

/**
 * How much every byte flickers, in levels (a standard deviation): from the median difference of successive
 * frames, which neither passing objects nor slow changes of the light disturb. 0 for a single frame.
 */
export function temporalNoise(frames: readonly Uint8Array[]): Float32Array {
  const histogram = new Uint32Array(LEVELS);
  return Float32Array.from(frames[0] ?? [], (_, i) => {
    histogram.fill(0);
    let previous = frames[0]?.[i] as number;
    for (let t = 1; t < frames.length; t++) {
      const value = frames[t]?.[i] as number;
      (histogram[Math.abs(value - previous)] as number)++;
      previous = value;
    }
    return medianOf(histogram, frames.length - 1) * SIGMA_PER_MEDIAN_DIFFERENCE;
  });
}
