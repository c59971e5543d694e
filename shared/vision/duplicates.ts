import type { LabelConfusion } from './label-confusion.ts';
import { type Place, placeIntersection, type Sighting } from './sighting.ts';
import type { Tracklet } from './tracklets.ts';
import { labelOf } from './verdict.ts';

/** Two boxes show one object where the smaller lies in the other by this share of its area and the IoU is this, */
const PART = { within: 0.9, iou: 0.4 };
/** or where the IoU alone is this. */
const SAME_EXTENT = 0.7;
/** A track is one too many when another shows its object in this share of its sightings. */
const COVERED = 0.8;
/** Labels that are confused at least so well may be two names of one object. */
const CONFUSED = 0.5;

/**
 * Leaves out what another track of at least as many sightings shows, too: a part of an object, a box around it, or the
 * object under a name that the detector confuses with the first. Two objects are rarely so close for so long, as one hides the other.
 */
export function withoutDuplicates(tracks: readonly Tracklet[], confusion: LabelConfusion): Tracklet[] {
  const kept = new Set<Tracklet>();
  const shown = new Map<number, { readonly track: Tracklet; readonly place: Place }[]>();
  const showing = (index: number) => shown.get(index) ?? [];
  const coveredBy = (track: Tracklet, other: Tracklet): boolean => {
    const times = track.filter(({ index, place }) =>
      showing(index).some((seen) => seen.track === other && showOne(place, seen.place)),
    ).length;
    return times >= COVERED * track.length && confusion(labelOf(track), labelOf(other)) >= CONFUSED;
  };
  for (const track of tracks.toSorted((a, b) => b.length - a.length)) {
    // What covers enough of a track covers one of so many sightings.
    const head = track.slice(0, Math.floor((1 - COVERED) * track.length) + 1);
    const others = new Set(head.flatMap((sighting) => doublesOf(sighting, showing(sighting.index))));
    if ([...others].some((other) => coveredBy(track, other))) continue;
    kept.add(track);
    for (const { index, place } of track) {
      const list = shown.get(index);
      if (list) list.push({ track, place });
      else shown.set(index, [{ track, place }]);
    }
  }
  return tracks.filter((track) => kept.has(track));
}

const doublesOf = (
  { place }: Sighting,
  shown: readonly { readonly track: Tracklet; readonly place: Place }[],
): Tracklet[] => shown.flatMap((seen) => (showOne(place, seen.place) ? [seen.track] : []));

function showOne(a: Place, b: Place): boolean {
  const shared = placeIntersection(a, b);
  if (shared === 0) return false;
  const [one, other] = [a[2] * a[3], b[2] * b[3]];
  const iou = shared / (one + other - shared);
  return iou > SAME_EXTENT || (iou > PART.iou && shared > PART.within * Math.min(one, other));
}
