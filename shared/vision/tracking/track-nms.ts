import { iouOf } from '../../kernel/geometry/box.ts';
import { type CentredBox, centredIntersection } from '../../kernel/geometry/centred-box.ts';
import type { LabelConfusion } from './label-confusion.ts';
import { labelOf } from './track-label.ts';
import type { Tracklet } from './tracklets.ts';

/** Two boxes show one object where the smaller lies in the larger by this share of its area and the IoU is this, */
const PART = { within: 0.9, iou: 0.4 };
/** or where the IoU alone is this. */
const SAME_EXTENT_IOU = 0.7;
/** A track is a duplicate when another shows its object in this share of its observations. */
const COVERED_SHARE = 0.8;
/** Labels that are confused at least this often may be two names of one object. */
const MIN_CONFUSION = 0.5;

/**
 * Non-maximum suppression of whole tracks: drops a track whose object another track of at least as many observations
 * shows, too. It is a part of that object, a box around it, or the object under a name that the detector confuses with
 * the first. Two objects are rarely so close for so long, as one hides the other.
 */
export function trackNms(tracks: readonly Tracklet[], confusion: LabelConfusion): Tracklet[] {
  const kept = new Set<Tracklet>();
  /** What the tracks that are kept show, by sample. Two parallel arrays: an hour of a crowd has a million boxes. */
  const shown: { readonly tracks: Tracklet[]; readonly boxes: CentredBox[] }[] = [];
  for (const track of tracks.toSorted((a, b) => b.length - a.length)) {
    const times = new Map<Tracklet, number>();
    let most = 0;
    for (const [k, observation] of track.entries()) {
      // From here on no other track can cover enough.
      if (k - most > (1 - COVERED_SHARE) * track.length) break;
      const there = shown[observation.index];
      there?.boxes.forEach((other, i) => {
        const owner = there.tracks[i];
        if (!owner || !showOne(observation, other)) return;
        const count = (times.get(owner) ?? 0) + 1;
        times.set(owner, count);
        most = Math.max(most, count);
      });
    }
    const label = labelOf(track);
    const covers = ([other, count]: [Tracklet, number]): boolean =>
      count >= COVERED_SHARE * track.length && confusion(label, labelOf(other)) >= MIN_CONFUSION;
    if ([...times].some(covers)) continue;
    kept.add(track);
    for (const observation of track) {
      const { index } = observation;
      shown[index] ??= { tracks: [], boxes: [] };
      shown[index].tracks.push(track);
      shown[index].boxes.push(observation);
    }
  }
  return tracks.filter((track) => kept.has(track));
}

function showOne(a: CentredBox, b: CentredBox): boolean {
  const shared = centredIntersection(a, b);
  if (shared === 0) return false;
  const iou = iouOf(shared, a, b);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return iou > SAME_EXTENT_IOU || (iou > PART.iou && shared > PART.within * smaller);
}
