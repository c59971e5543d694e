import type { LabelConfusion } from './label-confusion.ts';
import { type Place, placeIntersection } from './observation.ts';
import { labelOf } from './track-label.ts';
import type { Tracklet } from './tracklets.ts';

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
  /** What the tracks that are kept show, by sample: side by side, as an hour of a crowd has a million. */
  const shown: { readonly tracks: Tracklet[]; readonly places: Place[] }[] = [];
  for (const track of tracks.toSorted((a, b) => b.length - a.length)) {
    const times = new Map<Tracklet, number>();
    let most = 0;
    for (const [k, { index, place }] of track.entries()) {
      // From here on no track can be seen often enough.
      if (k - most > (1 - COVERED) * track.length) break;
      const there = shown[index];
      there?.places.forEach((other, i) => {
        const owner = there.tracks[i];
        if (!owner || !showOne(place, other)) return;
        const count = (times.get(owner) ?? 0) + 1;
        times.set(owner, count);
        most = Math.max(most, count);
      });
    }
    const label = labelOf(track);
    const covers = ([other, count]: [Tracklet, number]): boolean =>
      count >= COVERED * track.length && confusion(label, labelOf(other)) >= CONFUSED;
    if ([...times].some(covers)) continue;
    kept.add(track);
    for (const { index, place } of track) {
      shown[index] ??= { tracks: [], places: [] };
      shown[index].tracks.push(track);
      shown[index].places.push(place);
    }
  }
  return tracks.filter((track) => kept.has(track));
}

function showOne(a: Place, b: Place): boolean {
  const shared = placeIntersection(a, b);
  if (shared === 0) return false;
  const [one, other] = [a[2] * a[3], b[2] * b[3]];
  const iou = shared / (one + other - shared);
  return iou > SAME_EXTENT || (iou > PART.iou && shared > PART.within * Math.min(one, other));
}
