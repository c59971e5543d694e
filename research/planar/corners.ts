import { UsageError } from '../../cli/failures.ts';
import { corners } from '../../cli/values.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { requireTrackable } from '../../shared/domain/surface/require-trackable.ts';
import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import { CENTRE, moved } from './track-source.ts';

/** @throws UsageError when they are not eight numbers */
export const parseCorners = (given: string): Corners =>
  corners(given).flatMap(({ x, y }) => [x, y]) as unknown as Corners;

/**
 * The rules of the endpoint that marks a surface.
 * @param corners in pixels from the centre of the first one
 * @throws UsageError
 */
export function requireMarkable(
  frame: number,
  corners: Corners,
  { displayed: { width, height }, count }: { displayed: { width: number; height: number }; count: number },
): void {
  const { min, max } = LIMITS.cornerFraction;
  const places = moved(corners, CENTRE).map((value, i) => value / (i % 2 === 0 ? width : height));
  if (places.some((place) => !(place >= min && place <= max)))
    throw new UsageError(`--corners must be within ${-min} frames of the frame.`);
  const fractions = [0, 2, 4, 6].map((i) => ({ x: places[i] as number, y: places[i + 1] as number }));
  try {
    requireTrackable({ name: '', frame, corners: fractions }, { width, height, totalFrames: count });
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(`--${error.message}`) : error;
  }
}
