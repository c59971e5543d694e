import { type Point, sideLengths } from '../../../../shared/kernel/geometry/polygon.ts';

/** Pixels of the page. With a shorter side the handles of its corners would hide a surface. */
const SMALL_SIDE_PX = 72;

/**
 * In which direction each handle stands off its corner, so that it does not hide the marked spot: away from the middle.
 * @param corners all four, pixels of the page
 * @returns vectors of length 1; null where the surface is large enough for handles on its corners
 */
export function handleDirections(corners: readonly Point[]): readonly Point[] | null {
  if (Math.min(...sideLengths(corners)) >= SMALL_SIDE_PX) return null;
  const middle = { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) };
  return corners.map(({ x, y }) => {
    const away = { x: x - middle.x, y: y - middle.y };
    const length = Math.hypot(away.x, away.y);
    return length === 0 ? { x: 0, y: -1 } : { x: away.x / length, y: away.y / length };
  });
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
