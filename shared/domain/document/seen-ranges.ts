import type { TrackKeyframe } from '../../kernel/geometry/shape-at.ts';

/** Frames from the first to the last, both included. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** The frames in which `shapeAt` finds the object, in order; there are hidden stretches between them. */
export function seenRanges(track: readonly TrackKeyframe[]): FrameRange[] {
  const ranges: FrameRange[] = [];
  for (const [k, { frame, hidden }] of track.entries()) {
    if (hidden) continue;
    const last = (track[k + 1]?.frame ?? frame + 1) - 1;
    const before = ranges.at(-1);
    if (before?.last === frame - 1) ranges[ranges.length - 1] = { first: before.first, last };
    else ranges.push({ first: frame, last });
  }
  return ranges;
}

/** The frames that lie in a range of either list; both lists are in order. */
export function commonRanges(a: readonly FrameRange[], b: readonly FrameRange[]): FrameRange[] {
  const common: FrameRange[] = [];
  let [i, j] = [0, 0];
  for (let [one, other] = [a[i], b[j]]; one && other; [one, other] = [a[i], b[j]]) {
    const [first, last] = [Math.max(one.first, other.first), Math.min(one.last, other.last)];
    if (first <= last) common.push({ first, last });
    if (one.last < other.last) i++;
    else j++;
  }
  return common;
}

export const frameCount = (ranges: readonly FrameRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
