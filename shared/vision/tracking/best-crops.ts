import type { Box } from '../../kernel/geometry/box.ts';
import type { TrackPoint } from './track.ts';

/** A part of a frame that shows a tracked object. */
export interface Crop {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Pixels of the displayed frame. */
  readonly box: Box;
  /** How much it promises to show, in [0, 1]. */
  readonly weight: number;
}

/**
 * The crops of an object that promise most: its observations are divided into stretches of equal length, and each
 * stretch gives its best. Neighbouring frames show the same thing, including any obstacle in front of it.
 *
 * An observation is worth its score times its size, which is the geometric mean of its sides over `enough`, at most 1.
 * @param points of one track, in the order of time; those without a score were not observed
 * @param enough pixels along a side beyond which a crop shows nothing more
 * @returns at most `count`, in the order of time
 */
export function bestCrops(points: readonly TrackPoint[], count: number, enough: number): Crop[] {
  const observed = points.flatMap(({ frame, box, score }) =>
    score === null
      ? []
      : [{ frame, box, weight: score * Math.min(1, Math.sqrt(box.width * box.height) / enough) }],
  );
  const stretches = Math.min(count, observed.length);
  return Array.from({ length: stretches }, (_, i) =>
    observed.slice(
      Math.floor((i * observed.length) / stretches),
      Math.floor(((i + 1) * observed.length) / stretches),
    ),
  ).flatMap((stretch) => {
    const [first, ...rest] = stretch;
    return first ? [rest.reduce((best, next) => (next.weight > best.weight ? next : best), first)] : [];
  });
}
