import { ApiError } from '../../../../shared/contract/errors.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { requireTrackable } from '../../../../shared/domain/surface/require-trackable.ts';
import type { Point } from '../../../../shared/kernel/geometry/polygon.ts';
import type { VideoDocument } from '../video-data.ts';

/** A surface that is being marked. */
export interface SurfaceDraft {
  readonly name: string;
  /** In which the corners are. */
  readonly frame: number;
  /** Up to four, in the order in which they were placed; fractions of the frame. */
  readonly corners: readonly Point[];
}

export const isComplete = ({ corners }: SurfaceDraft): boolean => corners.length === LIMITS.surfaceCorners;

/** What a surface still needs before it can be tracked; null: nothing. */
export function lackOf({ corners, name }: SurfaceDraft): string | null {
  const left = LIMITS.surfaceCorners - corners.length;
  const lacks = [
    ...(left > 0 ? [left === 1 ? '1 corner' : `${left} corners`] : []),
    ...(name.trim() === '' ? ['a name'] : []),
  ];
  return lacks.length === 0 ? null : `Still missing: ${lacks.join(' and ')}.`;
}

/** Adds a corner, unless there are all. */
export const placeCorner = (draft: SurfaceDraft, corner: Point): SurfaceDraft =>
  isComplete(draft) ? draft : { ...draft, corners: [...draft.corners, within(corner)] };

export const moveCorner = (draft: SurfaceDraft, index: number, corner: Point): SurfaceDraft => ({
  ...draft,
  corners: draft.corners.map((before, i) => (i === index ? within(corner) : before)),
});

/** A rectangle in the middle of the frame, to begin with by keyboard. */
export const middleRectangle = (draft: SurfaceDraft): SurfaceDraft => ({
  ...draft,
  corners: [
    { x: 0.35, y: 0.35 },
    { x: 0.65, y: 0.35 },
    { x: 0.65, y: 0.65 },
    { x: 0.35, y: 0.65 },
  ],
});

/** The fault of the corners, by the rules of the service; null where nothing is, or corners are still missing. */
export function cornersFault(draft: SurfaceDraft, video: VideoDocument['videoDetails']): string | null {
  if (!isComplete(draft)) return null;
  try {
    requireTrackable({ ...draft, corners: [...draft.corners] }, video);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return faultText(error);
    throw error;
  }
}

const SHAPE_FAULTS: Readonly<Record<string, string>> = {
  crossing: 'The sides cross. Place the corners in order, one after the other around the surface.',
  concave: 'One corner lies inside the triangle of the others. Drag it outwards.',
  collinear: 'One corner lies on the line between its neighbours. Drag it away from that line.',
};

/** In the words of who marks a surface, and not of who sends one. */
function faultText({ message, details = {} }: ApiError): string {
  const { shape, min } = details;
  if (typeof shape === 'string') return SHAPE_FAULTS[shape] ?? message;
  if (min === LIMITS.surfaceSide)
    return `Two corners are too close together. Each side must be at least ${LIMITS.surfaceSide} pixels of the video long.`;
  if (min === LIMITS.surfaceShareInside) return 'More than half of the surface is outside the picture.';
  return message;
}

const within = ({ x, y }: Point): Point => ({ x: bounded(x), y: bounded(y) });

/** To six decimals, as the service stores them. */
function bounded(fraction: number): number {
  const { min, max } = LIMITS.cornerFraction;
  return Math.round(Math.min(Math.max(fraction, min), max) * 1e6) / 1e6;
}
