import { UsageError } from '../../cli/failures.ts';
import type { Corners } from '../../shared/kernel/geometry/homography.ts';
import { quadrilateralShape } from '../../shared/kernel/geometry/polygon.ts';

/** A corner that is nearer to the line through its neighbours, in pixels, is none. */
const COLLINEAR_PIXELS = 1e-3;
/** Of the frame's; the tracker's sums overflow with much greater ones. */
const FARTHEST_PIXELS = 1e6;

/** @throws UsageError when they are not those of a convex quadrilateral */
export function parseCorners(given: string): Corners {
  const values = given.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (values.length !== 8 || !values.every(Number.isFinite))
    throw new UsageError(`must be eight numbers x1,y1,…,x4,y4, not "${given}".`);
  if (values.some((value) => Math.abs(value) > FARTHEST_PIXELS))
    throw new UsageError(`must be at most ${FARTHEST_PIXELS} pixels from the frame, not "${given}".`);
  const points = [0, 2, 4, 6].map((i) => ({ x: values[i] as number, y: values[i + 1] as number }));
  const shape = quadrilateralShape(points, COLLINEAR_PIXELS);
  if (shape !== 'convex')
    throw new UsageError(
      `must make a convex quadrilateral, listed in order around it; these are ${shape}: "${given}".`,
    );
  return values as unknown as Corners;
}
