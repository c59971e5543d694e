import { mapPoint, surfaceTransform } from '../../../client/surface-transform.ts';
import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import { type Homography, inverse } from '../../../shared/kernel/geometry/homography.ts';
import { areaOf, type Point, sideLengths } from '../../../shared/kernel/geometry/polygon.ts';
import { boxAt, cornersAt } from '../../../shared/kernel/geometry/shape-at.ts';
import type { BoxKeyframe, SurfaceKeyframe, ViewerObject } from '../viewer-document.ts';
import type { ListedOverlay } from './overlay-list.ts';

/** What an overlay is attached to in a frame: a rectangle of the picture, or a surface in it. */
export type Ground = FlatGround | SurfaceGround;

export interface FlatGround {
  readonly kind: 'flat';
  /** Fractions of the picture. */
  readonly box: Box;
}

export interface SurfaceGround {
  readonly kind: 'surface';
  /** Four, fractions of the picture. */
  readonly corners: readonly Point[];
  /** Its size where it is largest, pixels of the video: what lies on it keeps its proportions in all frames. */
  readonly size: Size;
}

export const PICTURE: FlatGround = { kind: 'flat', box: { x: 0, y: 0, width: 1, height: 1 } };

type Objects = Readonly<Record<string, ViewerObject>>;

/**
 * The ground of an overlay in a frame.
 * @param video displayed size, pixels
 * @returns undefined where its object is not seen
 */
export function groundAt(
  { anchor }: Pick<ListedOverlay, 'anchor'>,
  objects: Objects,
  frame: number,
  video: Size,
): Ground | undefined {
  if (anchor === null) return PICTURE;
  const object = Object.hasOwn(objects, anchor.object) ? objects[anchor.object] : undefined;
  if (object === undefined) return undefined;
  if (object.kind === 'box') {
    const box = boxAt(object.track as readonly BoxKeyframe[], frame);
    return box && { kind: 'flat', box };
  }
  const track = object.track as readonly SurfaceKeyframe[];
  const corners = cornersAt(track, frame);
  return corners && { kind: 'surface', corners, size: largestSize(track, video) };
}

/**
 * The aspect ratio of what an overlay is attached to, in pixels, where that is greatest: shapes of the same proportions fit inside
 * it in all frames.
 * @param object none: the picture
 * @param video displayed size, pixels
 */
export function widestProportions(object: ViewerObject | undefined, video: Size): number {
  if (object === undefined) return video.width / video.height;
  if (object.kind === 'surface') {
    const { width, height } = largestSize(object.track as readonly SurfaceKeyframe[], video);
    return width / height;
  }
  // Between keyframes width and height change evenly, and their ratio is between those of the keyframes.
  const boxes = (object.track as readonly BoxKeyframe[]).filter(({ height }) => height > 0);
  const widest = Math.max(0, ...boxes.map(({ width, height }) => width / height)) || 1;
  return (widest * video.width) / video.height;
}

const sizes = new WeakMap<readonly SurfaceKeyframe[], Size>();

/** Means of opposite sides, in the frame in which the surface takes most of the picture. */
function largestSize(track: readonly SurfaceKeyframe[], video: Size): Size {
  const known = sizes.get(track);
  if (known) return known;
  let largest: readonly Point[] = [];
  for (const { hidden, corners } of track) {
    const displayed = corners.map(({ x, y }) => ({ x: x * video.width, y: y * video.height }));
    if (!hidden && (largest.length === 0 || areaOf(displayed) > areaOf(largest))) largest = displayed;
  }
  const [top = 0, right = 0, bottom = 0, left = 0] = sideLengths(largest);
  const size = { width: Math.max((top + bottom) / 2, 1), height: Math.max((right + left) / 2, 1) };
  sizes.set(track, size);
  return size;
}

/** Takes points of a ground to the picture and back, both in fractions; null for a surface that is seen edge on. */
export function groundMap(ground: Ground, video: Size) {
  if (ground.kind === 'flat') {
    const { x, y, width, height } = ground.box;
    return {
      toPicture: (point: Point): Point => ({ x: x + point.x * width, y: y + point.y * height }),
      toGround: (point: Point): Point => ({ x: (point.x - x) / width, y: (point.y - y) / height }),
    };
  }
  const onto = surfaceTransform(ground.corners, { width: 1, height: 1 }, video);
  if (onto === null) return null;
  const back: Homography = inverse(onto);
  return {
    toPicture: (point: Point): Point => {
      const { x, y } = mapPoint(onto, point);
      return { x: x / video.width, y: y / video.height };
    },
    toGround: ({ x, y }: Point): Point => mapPoint(back, { x: x * video.width, y: y * video.height }),
  };
}
