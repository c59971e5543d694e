import type { FrameIndex } from './frame-index.ts';

/** What cameras and films are set to. */
const USUAL_RATES = [24, 25, 30, 48, 50, 60, 90, 100, 120, 240];
/** Rates of NTSC's family are a whole number times this. */
const NTSC = 1000 / 1001;
/** Absorbs the rounding of divisions, in ticks. */
const SLACK = 1e-6;

/**
 * Frames a second. Where all steps from frame to frame are equal to within one tick, it is one over the step, however
 * long the last frame is shown; of a single frame one over its duration; else the mean: the frames over the time in
 * which they are shown. 0 for a video without extent.
 */
export function frameRate(index: FrameIndex): number {
  const { times, endTime } = index;
  const shown = endTime - (times[0] ?? 0);
  return constantRate(index) ?? (shown > 0 ? times.length / shown : 0);
}

/**
 * One over the step that all frames keep; null where they keep none. Steps that differ by a tick are a step that is no
 * whole number of ticks, its times rounded: of all those that explain them, that of a usual or a whole rate, else the mean.
 */
function constantRate({ times, timescale }: FrameIndex): number | null {
  const start = Math.round((times[0] ?? 0) * timescale);
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  /** Ticks between which the step lies if no time is off by as much as one. */
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
