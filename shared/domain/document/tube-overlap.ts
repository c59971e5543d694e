import type { BoxKeyframe } from '../../contract/schemas/metadata.ts';
import { iou } from '../../kernel/geometry/box.ts';
import { boxAt } from '../../kernel/geometry/shape-at.ts';
import { commonRanges, type FrameRange, frameCount, seenRanges } from './seen-ranges.ts';

/** The most frames at which boxes are compared: enough for a mean, bounded for tracks of any length. */
const MAX_SAMPLES = 32;

/** A box track, and the frames in which its object is seen. */
export interface Tube {
  readonly keyframes: readonly BoxKeyframe[];
  readonly seen: readonly FrameRange[];
}

/** @param keyframes in frame order */
export const tubeOf = (keyframes: readonly BoxKeyframe[]): Tube => ({
  keyframes,
  seen: seenRanges(keyframes),
});

/**
 * Spatio-temporal intersection over union of two tracks, in [0, 1]: the mean IoU of their boxes over the frames
 * they have in common, times the share of these frames among the frames of either (the measure of action tube
 * detection: Weinzaepfel et al., "Learning to track for spatio-temporal action localization", ICCV 2015).
 * The mean is taken over evenly spaced common frames, at most 32 of them.
 *
 * Frames in which either object is hidden count neither for nor against it: an object that one detection loses behind a
 * pillar and another does not is the same. They are left out of the frames of either, of which there are at least as
 * many as one object is seen in: two tracks that are seen by turns have next to nothing in common.
 *
 * @param least results below it may be returned as 0, without comparing boxes
 */
export function tubeOverlap(a: Tube, b: Tube, least = 0): number {
  const common = commonRanges(a.seen, b.seen);
  const both = frameCount(common);
  if (both === 0) return 0;
  const [ofA, ofB] = [frameCount(a.seen), frameCount(b.seen)];
  const either = both + (ofA - within(a.seen, b)) + (ofB - within(b.seen, a));
  const share = both / Math.max(either, Math.min(ofA, ofB));
  if (share < least) return 0;

  const samples = Math.min(both, MAX_SAMPLES);
  const step = samples > 1 ? (both - 1) / (samples - 1) : 0;
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const frame = nthFrame(common, Math.round(i * step));
    const boxA = boxAt(a.keyframes, frame);
    const boxB = boxAt(b.keyframes, frame);
    if (boxA !== undefined && boxB !== undefined) sum += iou(boxA, boxB);
  }
  return share * (sum / samples);
}

/** How many of the frames lie between the first and the last of a tube, hidden stretches included. */
function within(ranges: readonly FrameRange[], { seen }: Tube): number {
  const [first, last] = [seen[0]?.first, seen.at(-1)?.last];
  return first === undefined || last === undefined ? 0 : frameCount(commonRanges(ranges, [{ first, last }]));
}

/** @param n from 0 */
function nthFrame(ranges: readonly FrameRange[], n: number): number {
  let left = n;
  for (const { first, last } of ranges) {
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  throw new RangeError(`There are fewer than ${n + 1} frames.`);
}
