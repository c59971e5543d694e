import { type CentredBox, centredIou, verticalIou } from '../../kernel/geometry/centred-box.ts';
import { assign, type WeightedPair } from './assignment.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation } from './observation.ts';

/** Where a track is expected in the next sample. */
interface Prediction {
  readonly box: CentredBox;
  readonly label: string;
}

/** ByteTrack matches sure detections from an IoU of 0.2 and doubtful ones only from 0.5. */
const MIN_AFFINITY = { sure: 0.2, doubtful: 0.5 };

/**
 * Pairs tracks with the observations of one sample: first with the sure ones, then what is left with the doubtful ones
 * (Zhang et al., "ByteTrack: multi-object tracking by associating every detection box", ECCV 2022).
 * @returns for each track its observation
 */
export function associate(
  tracks: readonly Prediction[],
  observations: readonly Observation[],
  highScore: number,
  confusion: LabelConfusion,
): (Observation | undefined)[] {
  const sure = observations.filter(({ score }) => score >= highScore);
  const doubtful = observations.filter(({ score }) => score < highScore);
  const chosen = match(tracks, sure, MIN_AFFINITY.sure, confusion);
  const unmatched = tracks.flatMap((_, i) => (chosen[i] ? [] : [i]));
  const rest = unmatched.flatMap((i) => tracks[i] ?? []);
  match(rest, doubtful, MIN_AFFINITY.doubtful, confusion).forEach((observation, k) => {
    chosen[unmatched[k] ?? -1] = observation;
  });
  return chosen;
}

function match(
  tracks: readonly Prediction[],
  observations: readonly Observation[],
  minimum: number,
  confusion: LabelConfusion,
): (Observation | undefined)[] {
  const pairs: WeightedPair[] = [];
  // Of most pairs the horizontal extents alone show that they do not overlap.
  const lefts = observations.map(({ cx, width }) => cx - width / 2);
  const rights = observations.map(({ cx, width }) => cx + width / 2);
  for (const [row, track] of tracks.entries()) {
    const left = track.box.cx - track.box.width / 2;
    const right = track.box.cx + track.box.width / 2;
    for (let column = 0; column < observations.length; column++) {
      if ((lefts[column] as number) >= right || (rights[column] as number) <= left) continue;
      const weight = affinity(track, observations[column] as Observation, confusion) - minimum;
      if (weight > 0) pairs.push({ row, column, weight });
    }
  }
  return assign(tracks.length, observations.length, pairs).map((column) => observations[column]);
}

/**
 * IoU times the IoU of the vertical extents, in [0, 1]: people side by side differ in height and in where they stand
 * (Yang et al., "Hybrid-SORT: weak cues matter for online multi-object tracking", AAAI 2024).
 */
export function affinity(
  { box, label }: Prediction,
  observation: Observation,
  confusion: LabelConfusion,
): number {
  const overlap = centredIou(box, observation);
  if (overlap === 0) return 0;
  const sameLabel = confusion(label, observation.label);
  return overlap * verticalIou(box, observation) * sameLabel;
}
