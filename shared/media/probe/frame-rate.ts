import type { FrameIndex } from './frame-index.ts';

/** The usual settings of cameras and films. */
const USUAL_RATES = [24, 25, 30, 48, 50, 60, 90, 100, 120, 240];
/** NTSC rates are whole numbers times this. */
const NTSC = 1000 / 1001;
/** Absorbs the rounding of divisions, in ticks. */
const SLACK = 1e-6;

/**
 * Frames a second. If all steps between frames are equal to within one tick, one over the step, however long the
 * last frame is shown; for a single frame, one over its duration; otherwise the mean: the number of frames over the
 * time in which they are shown. 0 for a video without duration.
 */
export function frameRate(index: FrameIndex): number {
  const { times, endTime } = index;
  const shown = endTime - (times[0] ?? 0);
  return constantRate(index) ?? (shown > 0 ? times.length / shown : 0);
}

/**
 * The rate of equally spaced frames; null if they are not. Steps that differ by a tick come from a step that is not
 * a whole number of ticks, with rounded times: of all rates that explain them, a usual or a whole one is taken,
 * else the mean.
 */
function constantRate({ times, timescale }: FrameIndex): number | null {
  const start = Math.round((times[0] ?? 0) * timescale);
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  /** Bounds of the step in ticks if every time is off by less than one. */
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  let elapsed = 0;
  for (let frame = 1; frame < times.length; frame++) {
    const next = Math.round((times[frame] ?? 0) * timescale) - start;
    shortest = Math.min(shortest, next - elapsed);
    longest = Math.max(longest, next - elapsed);
    least = Math.max(least, (next - 1) / frame);
    most = Math.min(most, (next + 1) / frame);
    elapsed = next;
  }
  if (longest === 0 || longest - shortest > 1) return null;
  if (longest === shortest) return timescale / longest;
  const mean = (timescale * (times.length - 1)) / elapsed;
  const explains = (rate: number): boolean =>
    timescale / rate > least - SLACK && timescale / rate < most + SLACK;
  return [...USUAL_RATES, Math.round(mean), Math.round(mean / NTSC) * NTSC].find(explains) ?? mean;
}
