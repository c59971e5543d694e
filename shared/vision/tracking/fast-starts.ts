import { type CentredBox, distanceInHeights } from '../../kernel/geometry/centred-box.ts';
import { affinity } from './associate.ts';
import { MAX_SPEED } from './box-kalman-filter.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation } from './observation.ts';
import { similarHeight } from './similar-height.ts';

/** An observation, when tracking meets it. */
export interface Sighting {
  readonly observation: Observation;
  /** Position of its sample in the order of tracking. */
  readonly step: number;
  /** In seconds. */
  readonly time: number;
}

/** Sightings of one object in the order of tracking. */
export type Sightings = readonly [Sighting, ...Sighting[]];

/** Farther away, in heights, nothing is looked for. */
const MAX_DISTANCE = 3;
/** Between two sightings at most one sample is missed. */
const MAX_STEPS = 2;
/** How well the other boxes must lie where the last two say: more than what continues a track whose speed is known. */
const MIN_AFFINITY = 0.35;
/** Where more sightings than this could have come from somewhere, but not on a line, some lie on one by chance. */
const MAX_UNEXPLAINED = 10;
/** More than this are not looked at: the time that it takes grows with their third power. */
const MAX_UNCLAIMED = 64;

/**
 * Finds what moves so fast that its boxes in two samples hardly overlap: a track of one observation, whose speed nobody
 * knows, does not get a second one. Three that agree in speed, size and label start a track (as the "M of N logic" of
 * radar trackers does: Bar-Shalom, Li & Kirubarajan, "Estimation with applications to tracking and navigation", 2001).
 * @param young the few sightings of each young track that has none in this sample, in the order of tracking
 * @param unclaimed sure observations of this sample that continue no track
 * @returns three sightings or more of each start; no two have one in common
 */
export function fastStarts(
  young: readonly Sightings[],
  unclaimed: readonly Sighting[],
  confusion: LabelConfusion,
): Sightings[] {
  if (unclaimed.length > MAX_UNCLAIMED) return [];
  const beginnings = beginningsOf(young);
  let possible = 0;
  const candidates = unclaimed.flatMap((latest) => {
    const near = beginnings.filter(
      ({ last }) => within(last, latest) && agreement(last, latest, latest, confusion) >= MIN_AFFINITY,
    );
    if (near.length > 0) possible += 1;
    return near.flatMap(({ earlier, last }): Candidate[] => {
      const worth = Math.min(...earlier.map((sighting) => agreement(last, latest, sighting, confusion)));
      return worth < MIN_AFFINITY ? [] : [{ start: [...earlier, last, latest], worth }];
    });
  });
  const starts = bestOf(candidates);
  return possible - starts.length > MAX_UNEXPLAINED ? [] : starts;
}

interface Candidate {
  readonly start: Sightings;
  readonly worth: number;
}

/** The last of some sightings of what may be one object, and those before it. */
interface Beginning {
  readonly earlier: Sightings;
  readonly last: Sighting;
}

/** Young tracks of several sightings, and pairs of single ones that one object can have made. */
function beginningsOf(young: readonly Sightings[]): Beginning[] {
  const singles = young.flatMap(([first, ...rest]) => (rest.length === 0 ? [first] : []));
  return young.flatMap(([first, ...rest]): Beginning[] => {
    const last = rest.pop();
    if (last) return within(rest.at(-1) ?? first, last) ? [{ earlier: [first, ...rest], last }] : [];
    return singles.flatMap((single) => (within(single, first) ? [{ earlier: [single], last: first }] : []));
  });
}

/** The candidates that agree best, each sighting in one. */
function bestOf(candidates: readonly Candidate[]): Sightings[] {
  const taken = new Set<Observation>();
  return candidates
    .toSorted((a, b) => b.worth - a.worth)
    .flatMap(({ start }) => {
      if (start.some(({ observation }) => taken.has(observation))) return [];
      for (const { observation } of start) taken.add(observation);
      return [start];
    });
}

/** In heights a second. */
export const speedBetween = ({ observation: from, time }: Sighting, later: Sighting): number =>
  distanceInHeights(from, later.observation) / Math.abs(later.time - time);

/** Whether one object can be seen in both. */
function within(earlier: Sighting, later: Sighting): boolean {
  const steps = later.step - earlier.step;
  if (steps < 1 || steps > MAX_STEPS) return false;
  const [from, to] = [earlier.observation, later.observation];
  return (
    similarHeight(from, to) &&
    distanceInHeights(from, to) <= MAX_DISTANCE &&
    speedBetween(earlier, later) <= MAX_SPEED
  );
}

/**
 * How well a sighting fits to an object that passes two others at one speed, in the size and with the label of the first
 * of them, in [0, 1].
 */
function agreement(
  first: Sighting,
  second: Sighting,
  { observation, time }: Sighting,
  confusion: LabelConfusion,
): number {
  const [from, to] = [first.observation, second.observation];
  const share = (time - first.time) / (second.time - first.time);
  const box: CentredBox = {
    cx: from.cx + share * (to.cx - from.cx),
    cy: from.cy + share * (to.cy - from.cy),
    width: from.width,
    height: from.height,
  };
  return affinity({ box, label: from.label }, observation, confusion);
}
