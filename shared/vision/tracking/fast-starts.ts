import { type CentredBox, distanceInHeights } from '../../kernel/geometry/centred-box.ts';
import { affinity } from './associate.ts';
import { MAX_SPEED } from './box-kalman-filter.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation } from './observation.ts';

/** An observation, when tracking meets it. */
export interface Sighting {
  readonly observation: Observation;
  /** Position of its sample in the order of tracking. */
  readonly step: number;
  /** In seconds. */
  readonly time: number;
}

/** At least three sightings in the order of tracking, of one object that hardly changes its speed. */
export type FastStart = readonly [Sighting, ...Sighting[]];

/** Farther away, in heights, nothing is looked for. */
const MAX_DISTANCE = 3;
const MAX_HEIGHT_RATIO = 1.2;
/** Between two sightings at most one sample is missed. */
const MAX_STEPS = 2;
/** How well earlier boxes must lie where the last two say: more than what continues a track whose speed is known. */
const MIN_AFFINITY = 0.35;
/** Where more sightings than this belong to nothing, some lie on a line by chance. */
const MAX_UNEXPLAINED = 10;

/**
 * Finds what moves so fast that its boxes in two samples hardly overlap: a track of one observation, whose speed nobody
 * knows, does not get a second one. Three that agree in speed, size and label start a track (as the "M of N logic" of
 * radar trackers does: Bar-Shalom, Li & Kirubarajan, "Estimation with applications to tracking and navigation", 2001).
 * @param young the sightings of each track of few that has none in this sample, in the order of tracking
 * @param unclaimed sure observations of this sample that continue no track
 */
export function fastStarts(
  young: readonly (readonly Sighting[])[],
  unclaimed: readonly Sighting[],
  confusion: LabelConfusion,
): FastStart[] {
  const singles = young.filter(({ length }) => length === 1);
  const found: { readonly start: FastStart; readonly worth: number }[] = [];
  for (const latest of unclaimed) {
    for (const track of young) {
      const last = track.at(-1);
      if (!last || !within(last, latest)) continue;
      const expected = before(last, latest);
      const { label } = last.observation;
      const agreement = ({ observation, time }: Sighting): number =>
        affinity({ box: expected(time), label }, observation, confusion);
      for (const earlier of track.length > 1 ? [track.slice(0, -1)] : singles) {
        const [first, ...rest] = earlier;
        if (!first || !within(earlier.at(-1) ?? first, last)) continue;
        const worth = Math.min(...earlier.map(agreement));
        if (worth >= MIN_AFFINITY) found.push({ start: [first, ...rest, last, latest], worth });
      }
    }
  }
  const taken = new Set<Observation>();
  const starts = found
    .toSorted((a, b) => b.worth - a.worth)
    .flatMap(({ start }) => {
      if (start.some(({ observation }) => taken.has(observation))) return [];
      for (const { observation } of start) taken.add(observation);
      return [start];
    });
  return unclaimed.length - starts.length > MAX_UNEXPLAINED ? [] : starts;
}

/** In heights a second. */
export const speedBetween = ({ observation: from, time }: Sighting, later: Sighting): number =>
  distanceInHeights(from, later.observation) / Math.abs(later.time - time);

/** Whether one object can be seen in both. */
function within(earlier: Sighting, later: Sighting): boolean {
  const steps = later.step - earlier.step;
  if (steps < 1 || steps > MAX_STEPS) return false;
  const [from, to] = [earlier.observation, later.observation];
  const ratio = from.height / to.height;
  return (
    ratio <= MAX_HEIGHT_RATIO &&
    ratio >= 1 / MAX_HEIGHT_RATIO &&
    distanceInHeights(from, to) <= MAX_DISTANCE &&
    speedBetween(earlier, later) <= MAX_SPEED
  );
}

/** Where an object was at a time before the first of two sightings, if its speed was the same. */
function before(first: Sighting, second: Sighting): (time: number) => CentredBox {
  const [from, to] = [first.observation, second.observation];
  return (time) => {
    const share = (first.time - time) / (second.time - first.time);
    return {
      cx: from.cx - share * (to.cx - from.cx),
      cy: from.cy - share * (to.cy - from.cy),
      width: from.width,
      height: from.height,
    };
  };
}
