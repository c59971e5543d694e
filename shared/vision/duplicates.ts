import type { LabelConfusion } from './label-confusion.ts';
import { placeIntersection, type Sighting } from './sighting.ts';
import type { Tracklet } from './tracklets.ts';
import { verdict } from './verdict.ts';

/** Of two boxes on one object, one lies in the other by this share of its area, and they coincide by that IoU, */
const WITHIN = { share: 0.9, iou: 0.4 };
/** or they coincide by this IoU. */
const SAME_EXTENT = 0.7;
/** The shorter track is one too many when this share of its sightings is so. */
const COVERED = 0.8;
/** Two labels that are confused at least so well may name one object at a time. */
const CONFUSED = 0.5;

/**
 * Leaves out tracks of what another, longer track shows: a part of an object, a box around it, or the object under a
 * second name that the detector takes for the first.
 */
export function withoutDuplicates(tracks: readonly Tracklet[], confusion: LabelConfusion): Tracklet[] {
  const labels = tracks.map((track) => verdict(track).label);
  const seen = inEachSample(tracks);
  const longestFirst = tracks
    .map((_, i) => i)
    .sort((a, b) => lengthOf(tracks, b) - lengthOf(tracks, a) || a - b);
  const kept = new Set<number>();
  for (const i of longestFirst) {
    const covering = new Map<number, number>();
    const sightings = tracks[i] ?? [];
    for (const { index, place } of sightings) {
      for (const other of seen.get(index) ?? []) {
        if (!kept.has(other.track) || !doubles(place, other.sighting.place)) continue;
        covering.set(other.track, (covering.get(other.track) ?? 0) + 1);
      }
    }
    const duplicate = [...covering].some(
      ([other, times]) =>
        times >= COVERED * sightings.length && confusion(labels[i] ?? '', labels[other] ?? '') >= CONFUSED,
    );
    if (!duplicate) kept.add(i);
  }
  return tracks.filter((_, i) => kept.has(i));
}
const lengthOf = (tracks: readonly Tracklet[], i: number): number => tracks[i]?.length ?? 0;

interface Seen {
  readonly track: number;
  readonly sighting: Sighting;
}

function inEachSample(tracks: readonly Tracklet[]): Map<number, Seen[]> {
  const seen = new Map<number, Seen[]>();
  tracks.forEach((sightings, track) => {
    for (const sighting of sightings) {
      const list = seen.get(sighting.index);
      if (list) list.push({ track, sighting });
      else seen.set(sighting.index, [{ track, sighting }]);
    }
  });
  return seen;
}

function doubles(a: Sighting['place'], b: Sighting['place']): boolean {
  const shared = placeIntersection(a, b);
  const [one, other] = [a[2] * a[3], b[2] * b[3]];
  const iou = shared / (one + other - shared);
  return iou > SAME_EXTENT || (iou > WITHIN.iou && shared > WITHIN.share * Math.min(one, other));
}
