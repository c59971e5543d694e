import type {
  BoxKeyframe,
  Keyframe,
  StoredObject,
  SurfaceKeyframe,
} from '../../../contract/schemas/metadata.ts';
import type { Box } from '../../../kernel/geometry/box.ts';
import type { Point } from '../../../kernel/geometry/polygon.ts';
import { boxAt, cornersAt } from '../../../kernel/geometry/shape-at.ts';
import { commonRanges, type FrameRange, frameCount, seenRanges } from '../seen-ranges.ts';

/** What is asked of the track of an object. */
export interface TrackFilter {
  /** Frames; absent: all. */
  readonly range?: FrameRange | undefined;
  /** Fractions of the displayed frame. */
  readonly region?: Box | undefined;
  /** Whether it is hidden in a frame of the range, or in none. */
  readonly hidden?: boolean | undefined;
}

type Spanned = Pick<StoredObject, 'kind' | 'firstFrame' | 'lastFrame'>;

/** Where an object is in a frame: a box or four corners, by its kind, in fractions of the displayed frame. */
export type Shape = { readonly box: Box } | { readonly corners: Point[] };

/** Where an object is in a frame; undefined where it is not seen, and outside of its first and last frame. */
export function placeAt(object: Spanned, track: readonly Keyframe[], frame: number): Shape | undefined {
  if (frame < object.firstFrame || frame > object.lastFrame) return undefined;
  if (object.kind === 'surface') {
    const corners = cornersAt(track as readonly SurfaceKeyframe[], frame);
    return corners && { corners: corners.map(({ x, y }) => ({ x, y })) };
  }
  const box = boxAt(track as readonly BoxKeyframe[], frame);
  return box && { box: { x: box.x, y: box.y, width: box.width, height: box.height } };
}

/** The frames of a range that are between the first and the last of an object; null: none. */
export function framesWithin({ firstFrame, lastFrame }: Spanned, range?: FrameRange): FrameRange | null {
  if (range === undefined) return { first: firstFrame, last: lastFrame };
  const [first, last] = [Math.max(range.first, firstFrame), Math.min(range.last, lastFrame)];
  return first <= last ? { first, last } : null;
}

/**
 * Whether an object is seen in a frame of a range, within a region if one is given, and whether it is hidden in one: between its
 * first and last frame, but not seen. One that is to be hidden need not be seen, if no region says where.
 */
export function isSeenWithin(
  object: Spanned,
  track: readonly Keyframe[],
  { range, region, hidden }: TrackFilter,
): boolean {
  const frames = framesWithin(object, range);
  if (frames === null) return false;
  const seen = commonRanges(seenRanges(track), [frames]);
  if (hidden !== undefined && frameCount(seen) < frameCount([frames]) !== hidden) return false;
  if (region !== undefined) return seen.some((part) => touches(object, track, part, region));
  return hidden === true || range === undefined || seen.length > 0;
}

/** Whether the object touches the region in one of these frames, in all of which it is seen. */
function touches(
  object: Spanned,
  track: readonly Keyframe[],
  { first, last }: FrameRange,
  region: Box,
): boolean {
  const isThere = (frame: number): boolean => {
    const place = placeAt(object, track, frame);
    return place !== undefined && touch(cornersOf(place), region);
  };
  for (const [k, keyframe] of track.entries()) {
    const next = track[k + 1];
    const from = Math.max(first, keyframe.frame);
    const to = Math.min(last, (next?.frame ?? keyframe.frame + 1) - 1);
    if (from > to) continue;
    if (isThere(from) || isThere(to)) return true;
    if (next === undefined || next.hidden) continue;
    for (const frame of turningPoints(keyframe, next, region)) {
      if (from < frame && frame < to && isThere(frame)) return true;
    }
  }
  return false;
}

/**
 * Frames between two keyframes that tell of all: whether a shape touches the region changes only where one of its coordinates
 * passes a side of the region, so between these moments any frame speaks for the others.
 */
function* turningPoints(from: Keyframe, to: Keyframe, region: Box): Generator<number> {
  const [corners, later] = [cornersOf(shapeOf(from)), cornersOf(shapeOf(to))];
  const frames = to.frame - from.frame;
  for (const [i, corner] of corners.entries()) {
    const then = later[i] ?? corner;
    for (const [a, b, sides] of [
      [corner.x, then.x, [region.x, region.x + region.width]],
      [corner.y, then.y, [region.y, region.y + region.height]],
    ] as const) {
      for (const side of sides) {
        const moment = from.frame + ((side - a) / (b - a)) * frames;
        if (!(moment >= from.frame - 1 && moment <= to.frame + 1)) continue;
        // Rounding may have moved it across a frame.
        for (const nearby of [-1, 0, 1, 2]) yield Math.floor(moment) + nearby;
      }
    }
  }
}

const shapeOf = (keyframe: Keyframe): Shape => {
  const { corners } = keyframe as Partial<SurfaceKeyframe>;
  return corners === undefined ? { box: keyframe as BoxKeyframe } : { corners };
};

/** Of a box those at top left and bottom right. */
const cornersOf = (shape: Shape): readonly Point[] =>
  'corners' in shape
    ? shape.corners
    : [shape.box, { x: shape.box.x + shape.box.width, y: shape.box.y + shape.box.height }];

/** Whether the box around some points and a region have a point in common. */
function touch(points: readonly Point[], { x, y, width, height }: Box): boolean {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  return (
    Math.min(...xs) <= x + width &&
    Math.max(...xs) >= x &&
    Math.min(...ys) <= y + height &&
    Math.max(...ys) >= y
  );
}
