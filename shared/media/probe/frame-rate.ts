import type { FrameIndex } from './frame-index.ts';

/** The usual settings of cameras and films. */
const USUAL_RATES = [24, 25, 30, 48, 50, 60, 90, 100, 120, 240];
/** NTSC rates are whole numbers times this. */
const NTSC = 1000 / 1001;
/** Absorbs the rounding of divisions, in ticks. */
const SLACK = 1e-6;

/** Gaps of one missing frame that are no change of the rate, of as many frames. */
const FRAMES_FOR_A_GAP = 10;
/** Absorbs the rounding of a frame's announced duration to nanoseconds, in seconds. */
const NANOSECOND = 1.01e-9;

/**
 * Frames a second. If all steps between frames are equal to within one tick, one over the step, however long the
 * last frame is shown; for a single frame, one over its duration; otherwise the mean: the number of frames over the
 * time in which they are shown. 0 for a video without duration.
 *
 * @param announced seconds from one frame to the next according to the container, if it says so and the times agree
 */
export function frameRate(index: FrameIndex, announced: number | null = null): number {
  const { times, endTime } = index;
  const shown = endTime - (times[0] ?? 0);
  return constantRate(index, announced) ?? (shown > 0 ? times.length / shown : 0);
}

/**
 * The rate of equally spaced frames, of which one may be missing; null if they are not. Steps that differ by a tick
 * come from a step that is not a whole number of ticks, with rounded times: of all rates that explain them, the
 * announced, a usual or a whole one is taken, else the mean.
 */
function constantRate({ times, timescale }: FrameIndex, announced: number | null): number | null {
  const start = Math.round((times[0] ?? 0) * timescale);
  const ticks = Array.from(times, (time) => Math.round(time * timescale) - start);
  const gap = gapOf(ticks);
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  /** Bounds of the step in ticks if every time is off by less than one. */
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (let frame = 1; frame < ticks.length; frame++) {
    const elapsed = ticks[frame] ?? 0;
    const steps = frame < gap ? frame : frame + 1;
    if (frame !== gap) {
      const step = elapsed - (ticks[frame - 1] ?? 0);
      shortest = Math.min(shortest, step);
      longest = Math.max(longest, step);
    }
    least = Math.max(least, (elapsed - 1) / steps);
    most = Math.min(most, (elapsed + 1) / steps);
  }
  if (longest === 0 || longest - shortest > 1) return null;
  const explains = (rate: number): boolean =>
    timescale / rate > least - SLACK && timescale / rate < most + SLACK;
  const said = announced === null ? null : rateOf(announced);
  if (said !== null && explains(said)) return said;
  if (longest === shortest) return timescale / longest;
  const mean = (timescale * (times.length - (gap < times.length ? 0 : 1))) / (ticks.at(-1) ?? 0);
  return candidates(mean).find(explains) ?? mean;
}

/** The only frame before which one is missing; the number of frames if there is none. */
function gapOf(ticks: readonly number[]): number {
  if (ticks.length < FRAMES_FOR_A_GAP) return ticks.length;
  const steps = Float64Array.from(ticks, (tick, frame) => tick - (ticks[frame - 1] ?? 0));
  const usual = steps.slice(1).sort()[ticks.length >> 1] ?? 0;
  const gap = steps.findIndex((step) => usual > 1 && Math.abs(step - 2 * usual) <= 2);
  return gap < 0 ? ticks.length : gap;
}

/** The rates that are taken before others, in this order. */
const candidates = (near: number): number[] => [
  ...USUAL_RATES,
  Math.round(near),
  Math.round(near / NTSC) * NTSC,
];

/** The rate of frames that take so many seconds, to the nanosecond. */
function rateOf(duration: number): number {
  return candidates(1 / duration).find((rate) => Math.abs(1 / rate - duration) < NANOSECOND) ?? 1 / duration;
}
