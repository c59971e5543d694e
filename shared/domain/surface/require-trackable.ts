import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type RangeViolation, rangeDetails } from '../../contract/range.ts';
import type { markedSurface } from '../../contract/schemas/object.ts';
import {
  areaOf,
  clipToFrame,
  type QuadrilateralShape,
  quadrilateralShape,
  sideLengths,
} from '../../kernel/geometry/polygon.ts';
import { sixDecimals } from '../json/json.ts';
import type { Video } from '../video.ts';

export type MarkedSurface = z.output<typeof markedSurface>;

/** A corner that is nearer to the line through its neighbours, in pixels, is none. */
const COLLINEAR_PIXELS = 1;

const REFUSALS: Record<Exclude<QuadrilateralShape, 'convex'>, string> = {
  crossing: 'must be listed in order around the surface: the sides between them cross',
  concave: 'must make a convex quadrilateral: one of them is inside the triangle of the others',
  collinear: 'must make a quadrilateral: one of them is on the line between its neighbours',
};

/**
 * Requires a frame of the video, and corners in it that can be the picture of a flat rectangle.
 * @throws ApiError `INVALID_PARAMETER`, `field` `frame` or `corners`; `details` `{min, max, provided}` of the frame, of the
 *   shortest side in pixels and of the share inside the frame, `{shape}` of corners that are not convex
 */
export function requireTrackable(
  { frame, corners }: MarkedSurface,
  { width, height, totalFrames }: Pick<Video, 'width' | 'height' | 'totalFrames'>,
): void {
  if (frame >= totalFrames) {
    refuse('frame', `must be at most ${totalFrames - 1}, the last frame of the video`, {
      max: totalFrames - 1,
      provided: frame,
    });
  }
  const pixels = corners.map(({ x, y }) => ({ x: x * width, y: y * height }));
  // As reported to the client: a side of whole pixels in fractions of the frame may come out shorter by what numbers are rounded by.
  const shortest = sixDecimals(Math.min(...sideLengths(pixels)));
  if (shortest < LIMITS.surfaceSide) {
    refuse('corners', `must be at least ${LIMITS.surfaceSide} pixels apart along each side`, {
      min: LIMITS.surfaceSide,
      max: Math.floor((LIMITS.cornerFraction.max - LIMITS.cornerFraction.min) * Math.hypot(width, height)),
      provided: shortest,
    });
  }
  const shape = quadrilateralShape(pixels, COLLINEAR_PIXELS);
  if (shape !== 'convex') {
    throw new ApiError('INVALID_PARAMETER', `corners ${REFUSALS[shape]}.`, {
      field: 'corners',
      details: { shape },
    });
  }
  const inside = areaOf(clipToFrame(pixels, { width, height })) / areaOf(pixels);
  if (inside < LIMITS.surfaceShareInside) {
    refuse('corners', 'must have at least half of the surface inside the frame', {
      min: LIMITS.surfaceShareInside,
      max: 1,
      provided: sixDecimals(inside),
    });
  }
}

function refuse(field: string, message: string, range: RangeViolation): never {
  throw new ApiError('INVALID_PARAMETER', `${field} ${message}.`, { field, details: rangeDetails(range) });
}
