import type { Box, Size } from '../../../../shared/kernel/geometry/box.ts';
import { type Point, sideLengths } from '../../../../shared/kernel/geometry/polygon.ts';
import type { PlacedOverlay } from '../../../viewer/overlays/draw-overlays.ts';
import type { Ground } from '../../../viewer/overlays/ground.ts';

/** From the drawing to the middle of the frame's line, pixels of the page. */
const GAP_PX = 3;

/** The corners of a box, from the upper left one clockwise. */
export const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

/**
 * The corners of the frame around a selected overlay: beyond its box and half of its outline, so that it hides nothing of it.
 * Where that would be outside of the picture, and the overlay is not, the frame is on the picture's edge.
 * @param video displayed size, pixels
 * @param toPicture takes points of its ground to the picture, both fractions
 * @param toPage takes points of the picture, fractions, to pixels of the page
 * @returns fractions of the picture
 */
export function selectionFrame(
  { style, ground, box }: Pick<PlacedOverlay, 'style' | 'ground' | 'box'>,
  video: Size,
  toPicture: (point: Point) => Point,
  toPage: (point: Point) => Point,
): Point[] {
  const inner = cornersOf(box).map(toPicture);
  const [top = 0, right = 0, bottom = 0, left = 0] = sideLengths(inner.map(toPage));
  const size = groundSize(ground, video);
  // Strokes are measured by the ground's height.
  const stroke = style.kind === 'shape' ? style.strokeWidth / 2 : 0;
  const beyond = {
    x: (stroke * size.height) / size.width + gap(box.width, (top + bottom) / 2),
    y: stroke + gap(box.height, (left + right) / 2),
  };
  const outer = cornersOf({
    x: box.x - beyond.x,
    y: box.y - beyond.y,
    width: box.width + 2 * beyond.x,
    height: box.height + 2 * beyond.y,
  }).map(toPicture);
  return outer.map(({ x, y }, i) => ({
    x: onPicture(x, inner[i]?.x ?? x),
    y: onPicture(y, inner[i]?.y ?? y),
  }));
}

/** @param shown how long the side is on the page, pixels */
const gap = (side: number, shown: number): number => (shown > 0 ? (GAP_PX * side) / shown : 0);

const groundSize = (ground: Ground, video: Size): Size =>
  ground.kind === 'surface'
    ? ground.size
    : { width: ground.box.width * video.width, height: ground.box.height * video.height };

const onPicture = (outer: number, inner: number): number =>
  Math.min(Math.max(outer, Math.min(inner, 0)), Math.max(inner, 1));
