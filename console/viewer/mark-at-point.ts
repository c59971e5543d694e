import { areaOf, type Point } from '../../shared/kernel/geometry/polygon.ts';
import { cornersOf, type Mark } from './marks.ts';

/** The smallest mark around a point, fractions of the frame: what lies within a larger one can be picked, too. */
export function markAtPoint(marks: readonly Mark[], point: Point): Mark | undefined {
  let smallest: Mark | undefined;
  let smallestArea = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const corners = cornersOf(mark);
    const area = areaOf(corners);
    if (area < smallestArea && isInside(corners, point)) [smallest, smallestArea] = [mark, area];
  }
  return smallest;
}

/** Counts how often a ray to the right crosses the sides: an odd number from the inside. */
function isInside(corners: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length] as Point;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}
