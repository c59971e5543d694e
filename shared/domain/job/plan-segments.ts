/**
 * Work of a detection job, in seconds of one reference core. The figures only weigh decoding against inference
 * and set how much one message carries, so they need no precision.
 */
const DECODE_SECONDS_PER_MEGAPIXEL = 0.0027;
const INFERENCE_SECONDS_PER_SAMPLE = 0.015;
/** Seconds until the decoder of a segment returns its first frame, on one reference core. */
export const START_SECONDS = 0.4;

/** Work of one message: short compared with the visibility timeout, long compared with starting a decoder. */
const TARGET_SECONDS = 5;

/** The most samples of a segment: a detector may keep them all in memory, and looks at so many at once (`moving-object-detector.ts`). */
const MAX_SAMPLES = 256;

/** Longer videos have longer segments: every write about one takes units for all segments of its job. */
const MANY_SEGMENTS = 400;

export interface SegmentPlan {
  /** Segment i covers the samples from boundaries[i] up to boundaries[i + 1]. */
  boundaries: number[];
  /** Work of each segment in seconds of one reference core, {@link START_SECONDS} included; to two decimals. */
  seconds: number[];
}

/**
 * Divides the samples of a video into segments of about equal work: a short last one would start a decoder for little
 * work, and a detector that learns the background needs frames to learn from.
 *
 * @param samples frames, ascending
 * @param keyFrames frames at which decoding can begin, ascending
 * @param pixels coded pixels of a frame
 */
export function planSegments(
  samples: readonly number[],
  keyFrames: ArrayLike<number>,
  pixels: number,
): SegmentPlan {
  const work = sampleWork(samples, keyFrames, (pixels / 1e6) * DECODE_SECONDS_PER_MEGAPIXEL);
  const total = sum(work);
  const wanted = Math.min(MANY_SEGMENTS, Math.ceil(total / TARGET_SECONDS));
  const count = Math.max(1, wanted, Math.ceil(samples.length / MAX_SAMPLES));
  const boundaries = [0];
  let done = 0;
  for (const [position, seconds] of work.entries()) {
    const size = position - (boundaries.at(-1) ?? 0);
    const share = (total * boundaries.length) / count;
    if (size >= MAX_SAMPLES || (size > 0 && boundaries.length < count && done + seconds / 2 > share)) {
      boundaries.push(position);
    }
    done += seconds;
  }
  boundaries.push(samples.length);
  const seconds = boundaries
    .slice(1)
    .map((end, i) => START_SECONDS + sum(work.slice(boundaries[i], end)))
    .map((value) => Math.round(value * 100) / 100);
  return { boundaries, seconds };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Seconds each sample takes when the one before it has just been decoded. */
function sampleWork(
  samples: readonly number[],
  keyFrames: ArrayLike<number>,
  secondsPerFrame: number,
): number[] {
  let previous = -1;
  let key = 0;
  return samples.map((frame) => {
    while (key + 1 < keyFrames.length && (keyFrames[key + 1] ?? 0) <= frame) key++;
    const decoded = frame - Math.max(previous, (keyFrames[key] ?? 0) - 1);
    previous = frame;
    return decoded * secondsPerFrame + INFERENCE_SECONDS_PER_SAMPLE;
  });
}
