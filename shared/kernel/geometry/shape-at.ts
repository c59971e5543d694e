import type { Box } from './box.ts';
import { interpolate, interpolatePoint } from './interpolate.ts';
import type { Point } from './polygon.ts';

/** A point of a track that is stored. */
export interface TrackKeyframe {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** True where the object is hidden from this frame on, until the next keyframe without it. */
  readonly hidden?: boolean | undefined;
}

/**
 * Where a tracked object is in a frame, by the rule that all readers of a track share:
 * - between two keyframes its shape is interpolated by frame;
 * - from a keyframe with `hidden: true` until the next one without it there is nothing to draw;
 * - the last shape before a hidden stretch holds until the stretch begins: nothing is interpolated into it or out of it;
 * - before the first keyframe and after the last there is nothing, either.
 *
 * @param track keyframes in frame order
 * @param frame rank in presentation order, 0-based
 * @param between the shape `share` of the way from one keyframe to another; 0 gives the first, 1 the second
 */
export function shapeAt<Keyframe extends TrackKeyframe, Shape>(
  track: readonly Keyframe[],
  frame: number,
  between: (from: Keyframe, to: Keyframe, share: number) => Shape,
): Shape | undefined {
  const position = countUpTo(track, frame);
  const before = track[position - 1];
  const after = track[position];
  if (before === undefined || before.hidden) return undefined;
  if (before.frame === frame || after?.hidden) return between(before, before, 0);
  return after && between(before, after, (frame - before.frame) / (after.frame - before.frame));
}

/** `shapeAt` for boxes, in the units of the keyframes. */
export const boxAt = (track: readonly (TrackKeyframe & Box)[], frame: number): Box | undefined =>
  shapeAt(track, frame, interpolate);

/** `shapeAt` for the corners of surfaces, in the units of the keyframes. */
export const cornersAt = (
  track: readonly (TrackKeyframe & { readonly corners: readonly Point[] })[],
  frame: number,
): readonly Point[] | undefined =>
  shapeAt(track, frame, (from, to, share) =>
    from.corners.map((corner, i) => interpolatePoint(corner, to.corners[i] ?? corner, share)),
  );

/** The number of keyframes that are not after the frame. */
function countUpTo(track: readonly TrackKeyframe[], frame: number): number {
  let low = 0;
  let high = track.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle]?.frame ?? frame) <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
}
