import type { FrameIndex } from './frame-index.ts';

/** The usual settings of cameras and films. */
const USUAL_RATES = [24, 25, 30, 48, 50, 60, 90, 100, 120, 240];
/** NTSC rates are whole numbers times this. */
const NTSC = 1000 / 1001;
/** Absorbs the rounding of divisions, in ticks. */
const SLACK = 1e-6;

/** Of so many steps one may be a gap where frames are missing: more would be a rhythm, such as that of film (3:2). */
const STEPS_FOR_A_GAP = 9;
/** Steps behind which the last one may be a gap, too. */
const STEPS_BEFORE_A_LATE_FRAME = 3;
/** Absorbs the rounding of a frame's announced duration to nanoseconds, in seconds. */
const NANOSECOND = 1.01e-9;

/**
 * Frames a second. If all steps between frames are equal to within one tick, but for some where frames are missing, one
 * over the step, however long the last frame is shown; for a single frame, one over its duration; otherwise the mean: the
 * number of frames over the time in which they are shown. 0 for a video without duration.
 *
 * @param announced seconds from one frame to the next according to the container, if it says so and the times agree
 */
export function frameRate(index: FrameIndex, announced: number | null = null): number {
  const { times, endTime, timescale } = index;
  const shown = endTime - (times[0] ?? 0);
  if (times.length === 1 && announced !== null && Math.abs(shown - announced) < 1 / timescale)
    return rateOf(announced);
  return constantRate(index, announced) ?? (shown > 0 ? times.length / shown : 0);
}

/**
 * The rate of equally spaced frames, of which some may be missing; null if they are not. Steps that differ by a tick
 * come from a step that is not a whole number of ticks, with rounded times: of all rates that explain them, the
 * announced, a usual or a whole one is taken, else the mean.
 */
function constantRate({ times, timescale }: FrameIndex, announced: number | null): number | null {
  const start = Math.round((times[0] ?? 0) * timescale);
  const ticks = Array.from(times, (time) => Math.round(time * timescale) - start);
  const steps = ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0));
  if (announced !== null) {
    const fit = fitOf(steps, announced * timescale, 1);
    const said = rateOf(announced);
    if (fit && explains(fit, timescale / said)) return said;
  }
  const usual = usualOf(steps);
  const isLate = steps.length > STEPS_BEFORE_A_LATE_FRAME && fitOf(steps.slice(0, -1), usual, 0) !== null;
  const fit = fitOf(steps, usual, isLate ? 1 : 0);
  if (fit === null) return null;
  const { shortest, longest, mean } = fit;
  if (longest === shortest) return timescale / longest;
  return candidates(timescale / mean).find((rate) => explains(fit, timescale / rate)) ?? timescale / mean;
}

/** How equal steps fit the times, in ticks. */
interface Fit {
  /** Of the steps without gaps. */
  readonly shortest: number;
  readonly longest: number;
  readonly mean: number;
  /** Bounds of the step if every time is off by less than one. */
  readonly least: number;
  readonly most: number;
}

/**
 * Fits equal steps to those between frames; null where they are not equal, or where there are too many gaps.
 * @param about the step, roughly
 * @param gaps how many there may be, however few steps there are
 */
function fitOf(steps: readonly number[], about: number, gaps: number): Fit | null {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  let [elapsed, passed, found] = [0, 0, 0];
  for (const step of steps) {
    const missing = Math.max(0, Math.round(step / about) - 1);
    if (missing > 0) found += 1;
    else [shortest, longest] = [Math.min(shortest, step), Math.max(longest, step)];
    elapsed += step;
    passed += 1 + missing;
    least = Math.max(least, (elapsed - 1) / passed);
    most = Math.min(most, (elapsed + 1) / passed);
  }
  if (longest === 0 || longest - shortest > 1) return null;
  const isWhole = found === 0 || least <= most + SLACK;
  const isSeldom = found <= Math.max(gaps, steps.length / STEPS_FOR_A_GAP);
  return isWhole && isSeldom ? { shortest, longest, mean: elapsed / passed, least, most } : null;
}

const explains = ({ least, most }: Fit, step: number): boolean => step > least - SLACK && step < most + SLACK;

/** The mean of the steps that are as long as most, to within a tick. */
function usualOf(steps: readonly number[]): number {
  const middle = Float64Array.from(steps).sort()[steps.length >> 1] ?? 0;
  const usual = steps.filter((step) => Math.abs(step - middle) <= 1);
  return usual.reduce((sum, step) => sum + step, 0) / usual.length;
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
