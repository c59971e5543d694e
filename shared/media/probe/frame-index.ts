/**
 * When every frame of a video is shown.
 *
 * A *frame* is named by its 0-based rank in presentation order among the frames that are
 * displayed. Hidden frames (VP8/VP9 alternate references) and frames before the start of an edit have none.
 *
 * The clock is the track's presentation timeline after its edit list: composition time minus the media time at
 * which the edit begins, plus the length of the pauses before it. A delayed track starts above zero, a live recording
 * often at its time of day; without an edit a track may start below zero.
 */
export interface FrameIndex {
  /** Ticks a second of the clock; every time is a whole number of ticks. */
  readonly timescale: number;
  /** Seconds at which frame i appears, ascending. */
  readonly times: Float64Array;
  /** Seconds at which the last frame disappears. */
  readonly endTime: number;
  /** Ascending frames at which decoding can begin: they and all later frames need no earlier packet. */
  readonly keyFrames: Uint32Array;
}

/** The frame shown at `time` (seconds): the last one that has appeared; frame 0 before the first. */
export function frameAt(index: FrameIndex, time: number): number {
  return Math.max(0, lastNotAbove(index.times, time));
}

/** The same video without its first `count` frames, of which it has more. */
export function withoutFirst(index: FrameIndex, count: number): FrameIndex {
  const later = [...index.keyFrames].filter((frame) => frame > count);
  return {
    ...index,
    times: index.times.slice(count),
    keyFrames: Uint32Array.from([count, ...later], (frame) => frame - count),
  };
}

/** The key frame at which decoding has to begin to obtain `frame`. */
export function decodeStart(index: FrameIndex, frame: number): number {
  return index.keyFrames[lastNotAbove(index.keyFrames, frame)] ?? 0;
}

/**
 * The frames to look at when sampling at `fps`: for each instant k/fps after frame 0 the nearest frame (the
 * earlier one of two equally near), each frame once. So frame 0 is always among them, there are at most `fps` a
 * second, never more than the video has, and jittering or rounded timestamps do not shift the choice.
 *
 * @param fps samples a second, above 0
 * @returns ascending frames
 */
export function sampleFrames({ times }: FrameIndex, fps: number): number[] {
  if (!(fps > 0)) throw new RangeError(`fps must be above 0, got ${fps}`);
  const start = times[0] ?? 0;
  const frames: number[] = [];
  for (let frame = 0; frame < times.length; ) {
    frames.push(frame);
    const next = firstSampledAfter(times, frame, start, fps);
    if (next === undefined) break;
    frame = next;
  }
  return frames;
}

/** The nearest frame of the first sampling instant whose nearest frame is later than `frame`. */
function firstSampledAfter(times: Float64Array, frame: number, start: number, fps: number) {
  for (let next = frame + 1; next < times.length; next++) {
    const from = midpoint(times, next - 1);
    const until = midpoint(times, next);
    // An instant exactly on `from` belongs to the earlier frame. The slack absorbs the rounding of the division.
    const instant = Math.floor((from - start) * fps + 1e-6) + 1;
    if (start + (instant - 1e-6) / fps <= until) return next;
  }
  return undefined;
}

/** The instant up to which `frame` is the nearest one; for the last frame, as far after it as before it. */
function midpoint(times: Float64Array, frame: number): number {
  const time = times[frame] ?? 0;
  const next = times[frame + 1] ?? 2 * time - (times[frame - 1] ?? time);
  return (time + next) / 2;
}

/** Rank of the last element that is not above `value`, −1 when all are. */
function lastNotAbove(sorted: Float64Array | Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
