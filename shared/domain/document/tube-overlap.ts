import { type Box, iou } from '../../kernel/geometry/box.ts';
import { interpolate } from '../../kernel/geometry/interpolate.ts';
import type { BoxKeyframe } from './document.ts';

/** The most frames at which boxes are compared: enough for a mean, bounded for tracks of any length. */
const MAX_SAMPLES = 32;

/** A box track; `firstFrame` and `lastFrame` are ranks in presentation order, both included. */
export interface Tube {
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly keyframes: readonly BoxKeyframe[];
}

/**
 * Spatio-temporal intersection over union of two tracks, in [0, 1]: the mean IoU of their boxes over the frames
 * they have in common, times the share of these frames among the frames of either (the measure of action tube
 * detection: Weinzaepfel et al., "Learning to track for spatio-temporal action localization", ICCV 2015).
 * The mean is taken over evenly spaced common frames, at most 32 of them.
 *
 * @param least results below it may be returned as 0, without comparing boxes
 */
export function tubeOverlap(a: Tube, b: Tube, least = 0): number {
  const first = Math.max(a.firstFrame, b.firstFrame);
  const common = Math.min(a.lastFrame, b.lastFrame) - first + 1;
  if (common <= 0) return 0;
  const either = Math.max(a.lastFrame, b.lastFrame) - Math.min(a.firstFrame, b.firstFrame) + 1;
  const share = common / either;
  if (share < least) return 0;

  const samples = Math.min(common, MAX_SAMPLES);
  const step = samples > 1 ? (common - 1) / (samples - 1) : 0;
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const frame = first + Math.round(i * step);
    const boxA = interpolatedBox(a.keyframes, frame);
    const boxB = interpolatedBox(b.keyframes, frame);
    if (boxA !== undefined && boxB !== undefined) sum += iou(boxA, boxB);
  }
  return share * (sum / samples);
}

/** Linear interpolation by frame; before the first and after the last keyframe their boxes hold. */
function interpolatedBox(keyframes: readonly BoxKeyframe[], frame: number): Box | undefined {
  let low = 0;
  let high = keyframes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keyframes[middle]?.frame ?? frame) <= frame) low = middle + 1;
    else high = middle;
  }
  const before = keyframes[low - 1];
  const after = keyframes[low];
  if (before === undefined || after === undefined) return before ?? after;
  return interpolate(before, after, (frame - before.frame) / (after.frame - before.frame));
}
