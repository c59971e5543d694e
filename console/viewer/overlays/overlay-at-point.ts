import type { Size } from '../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import type { PlacedOverlay } from './draw-overlays.ts';
import { groundMap } from './ground.ts';

/** Thin ones can be picked from this far away, fractions of their ground. */
const SLACK = 0.01;

/**
 * The highest overlay at a point.
 * @param point fractions of the picture
 * @param video displayed size, pixels
 */
export function overlayAtPoint(
  placed: readonly PlacedOverlay[],
  point: Point,
  video: Size,
): PlacedOverlay | undefined {
  return placed.findLast(({ ground, box }) => {
    const map = groundMap(ground, video);
    if (map === null) return false;
    const { x, y } = map.toGround(point);
    return (
      x >= box.x - SLACK &&
      x <= box.x + box.width + SLACK &&
      y >= box.y - SLACK &&
      y <= box.y + box.height + SLACK
    );
  });
}
