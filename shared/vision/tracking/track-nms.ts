import { iouOf } from '../../kernel/geometry/box.ts';
import { type CentredBox, centredIntersection } from '../../kernel/geometry/centred-box.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation, Sample } from './observation.ts';
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
/** Owner of an observation that no track has which is kept. */
const NONE = -1;

/**
 * Non-maximum suppression of whole tracks: drops a track whose object another track of at least as many observations
 * shows, too. It is a part of that object, a box around it, or the object under a name that the detector confuses with
 * the first. Two objects are rarely so close for so long, as one hides the other.
 */
export function trackNms(
  tracks: readonly Tracklet[],
  samples: readonly Sample[],
  confusion: LabelConfusion,
): Tracklet[] {
  const kept: Tracklet[] = [];
  /** For each observation which of the tracks that are kept it belongs to. */
  const owner = new Int32Array(samples.reduce((sum, { observations }) => sum + observations.length, 0)).fill(
    NONE,
  );
  for (const track of tracks.toSorted((a, b) => b.length - a.length)) {
    const covers = ([other, count]: [number, number]): boolean =>
      count >= COVERED_SHARE * track.length &&
      confusion(labelOf(track), labelOf(kept[other] as Tracklet)) >= MIN_CONFUSION;
    if ([...coverage(track, samples, owner)].some(covers)) continue;
    for (const { id } of track) owner[id] = kept.length;
    kept.push(track);
  }
  const those = new Set(kept);
  return tracks.filter((track) => those.has(track));
}

/**
 * In how many of its observations others show the object of a track, by their owner. Incomplete where none can cover
 * enough.
 */
function coverage(track: Tracklet, samples: readonly Sample[], owner: Int32Array): Map<number, number> {
  const times = new Map<number, number>();
  let most = 0;
  for (let k = 0; k < track.length; k++) {
    // From here on no other track can cover enough.
    if (k - most > (1 - COVERED_SHARE) * track.length) break;
    const observation = track[k] as Observation;
    const { observations } = samples[observation.index] as Sample;
    const firstId = observations[0]?.id ?? 0;
    for (let i = 0; i < observations.length; i++) {
      const other = owner[firstId + i] as number;
      if (other === NONE || !showOne(observation, observations[i] as Observation)) continue;
      const count = (times.get(other) ?? 0) + 1;
      times.set(other, count);
      most = Math.max(most, count);
    }
  }
  return times;
}

function showOne(a: CentredBox, b: CentredBox): boolean {
  const shared = centredIntersection(a, b);
  if (shared === 0) return false;
  const iou = iouOf(shared, a, b);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return iou > SAME_EXTENT_IOU || (iou > PART.iou && shared > PART.within * smaller);
}
