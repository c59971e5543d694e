/**
 * Work of a detection job, in seconds of one reference core. The figures only weigh decoding against inference
 * and set how much one message carries, so they need no precision.
 */
const DECODE_SECONDS_PER_MEGAPIXEL = 0.0027;
const INFERENCE_SECONDS_PER_SAMPLE = 0.015;
const START_SECONDS = 0.4;

/** Work one message should carry: short against the visibility timeout, long against starting a decoder. */
const TARGET_SECONDS = 5;

/** The most samples a segment holds: a detector may keep them all in memory. */
const MAX_SAMPLES = 150;

export interface SegmentPlan {
  /** Segment i covers the samples from boundaries[i] up to boundaries[i + 1]. */
  boundaries: number[];
  /** Seconds of work on one reference core. */
  seconds: number;
}

/**
 * Cuts the sampled frames of a video into segments of about equal work.
 *
 * @param samples frames to look at, ascending
 * @param keyFrames frames at which decoding can begin, ascending
 * @param pixels coded pixels of a frame
 */
export function planSegments(
  samples: readonly number[],
  keyFrames: ArrayLike<number>,
  pixels: number,
): SegmentPlan {
  const decodeSeconds = (pixels / 1e6) * DECODE_SECONDS_PER_MEGAPIXEL;
  const boundaries = [0];
  let total = 0;
  let work = 0;
  let decodedTo = -1;
  let key = 0;
  for (const [position, frame] of samples.entries()) {
    while (key + 1 < keyFrames.length && (keyFrames[key + 1] ?? 0) <= frame) key++;
    const opensAt = keyFrames[key] ?? 0;
    const size = position - (boundaries.at(-1) ?? 0);
    if (size > 0 && (work >= TARGET_SECONDS || size >= MAX_SAMPLES)) {
      boundaries.push(position);
      total += work;
      work = 0;
      decodedTo = -1;
    }
    if (work === 0) work = START_SECONDS;
    work += (frame - Math.max(decodedTo, opensAt - 1)) * decodeSeconds + INFERENCE_SECONDS_PER_SAMPLE;
    decodedTo = frame;
  }
  boundaries.push(samples.length);
  return { boundaries, seconds: total + work };
}
