import type { Box } from '../../kernel/geometry/box.ts';
import { interpolate } from '../../kernel/geometry/interpolate.ts';
import { reducePoints } from '../../kernel/geometry/reduce-points.ts';
import { splitAt } from './split-at.ts';
import type { Track, TrackPoint } from './track.ts';

/** A point of a track that is kept. */
export interface ReducedPoint extends Pick<TrackPoint, 'frame' | 'time' | 'box'> {
  /** Begins a hidden stretch, in its first sampled frame; the box is that of the point before. */
  readonly hidden?: true;
}

/**
 * Points from which linear interpolation restores all others, and one for each hidden stretch. The points around a
 * stretch are kept. At the sampled frames `shapeAt` (`shared/kernel/geometry`) finds every point of the track within the
 * tolerance, and nothing where the object is hidden.
 *
 * Interpolation is by frame index, not by time: a keyframe's `frame` is exact and is all that a reader of the
 * document has, while times need the video's frame index. Between two sampled frames of a video of variable frame
 * rate the two differ by less than a sampling interval's motion; at the sampled frames the bound holds exactly.
 *
 * @param tolerance greatest distance in pixels that a corner of a box may be off, ≥ 0; the service uses 0.005 × the
 *   frame diagonal
 * @returns in frame order
 */
export function toKeyframes(
  { points, hidden }: Pick<Track, 'points' | 'hidden'>,
  tolerance: number,
): ReducedPoint[] {
  const runs = splitAt(points, hidden, (point, stretch) => point.frame > stretch.frame);
  return runs.flatMap((run, k): ReducedPoint[] => {
    const [last, stretch] = [run.at(-1), hidden[k]];
    const begun: ReducedPoint[] = stretch && last ? [{ ...stretch, box: last.box, hidden: true }] : [];
    return [...reducePoints(run, errorBetween, tolerance), ...begun];
  });
}

function errorBetween(from: TrackPoint, to: TrackPoint): (between: TrackPoint) => number {
  const [first, last] = [from.box, to.box];
  const [begin, length] = [from.frame, to.frame - from.frame];
  return ({ frame, box }) => cornerError(box, interpolate(first, last, (frame - begin) / length));
}

/** The greatest distance between corresponding corners of two boxes. */
export function cornerError(a: Box, b: Box): number {
  const left = a.x - b.x;
  const top = a.y - b.y;
  const right = left + a.width - b.width;
  const bottom = top + a.height - b.height;
  const across = Math.max(Math.abs(left), Math.abs(right));
  const down = Math.max(Math.abs(top), Math.abs(bottom));
  return Math.sqrt(across * across + down * down);
}
