import type { Box } from '../../kernel/geometry/box.ts';
import type { TrackPoint } from './track.ts';

/** One look at a tracked object. */
export interface View {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Pixels of the displayed frame. */
  readonly box: Box;
  /** How much it promises to show, in [0, 1]. */
  readonly weight: number;
}

/**
 * The looks at an object that promise most: its sightings are divided into so many stretches of equal length, and each
 * gives its best. Neighbouring frames show the same thing, an obstacle in front of it included.
 *
 * A sighting is worth its score times its size, which is the geometric mean of its sides over `enough`, at most 1.
 * @param points of one track, in the order of time; those without a score were not seen
 * @param enough pixels along a side that show all there is to see
 * @returns at most `count`, in the order of time
 */
export function bestViews(points: readonly TrackPoint[], count: number, enough: number): View[] {
  const seen = points.flatMap(({ frame, box, score }) =>
    score === null
      ? []
      : [{ frame, box, weight: score * Math.min(1, Math.sqrt(box.width * box.height) / enough) }],
  );
  const stretches = Math.min(count, seen.length);
  return Array.from({ length: stretches }, (_, i) =>
    seen.slice(Math.floor((i * seen.length) / stretches), Math.floor(((i + 1) * seen.length) / stretches)),
  ).flatMap((stretch) => {
    const [first, ...rest] = stretch;
    return first ? [rest.reduce((best, next) => (next.weight > best.weight ? next : best), first)] : [];
  });
}
