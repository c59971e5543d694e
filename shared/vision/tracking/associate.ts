import { assign, type Candidate } from './assignment.ts';
import type { LabelConfusion } from './label-confusion.ts';
import { heightIou, type Place, placeIou, type Sighting } from './observation.ts';

/** A track that waits for its next sighting. */
export interface Expected {
  /** Where its motion leads. */
  readonly place: Place;
  readonly label: string;
}

/** ByteTrack matches sure detections from an IoU of 0.2 and doubtful ones only from 0.5. */
const MIN_AFFINITY = { sure: 0.2, doubtful: 0.5 };

/**
 * Pairs tracks with the sightings of one sample: first with the sure ones, then what is left with the doubtful ones
 * (Zhang et al., "ByteTrack: multi-object tracking by associating every detection box", ECCV 2022).
 * @returns for each track its sighting
 */
export function associate(
  tracks: readonly Expected[],
  sightings: readonly Sighting[],
  highScore: number,
  confusion: LabelConfusion,
): (Sighting | undefined)[] {
  const sure = sightings.filter(({ score }) => score >= highScore);
  const doubtful = sightings.filter(({ score }) => score < highScore);
  const chosen = match(tracks, sure, MIN_AFFINITY.sure, confusion);
  const waiting = tracks.flatMap((_, i) => (chosen[i] ? [] : [i]));
  const rest = waiting.flatMap((i) => tracks[i] ?? []);
  match(rest, doubtful, MIN_AFFINITY.doubtful, confusion).forEach((sighting, k) => {
    chosen[waiting[k] ?? -1] = sighting;
  });
  return chosen;
}

function match(
  tracks: readonly Expected[],
  sightings: readonly Sighting[],
  minimum: number,
  confusion: LabelConfusion,
): (Sighting | undefined)[] {
  const candidates: Candidate[] = [];
  tracks.forEach((track, row) => {
    sightings.forEach((sighting, column) => {
      const weight = affinity(track, sighting, confusion) - minimum;
      if (weight > 0) candidates.push({ row, column, weight });
    });
  });
  return Array.from(assign(tracks.length, sightings.length, candidates), (column) => sightings[column]);
}

/**
 * IoU times the IoU of the vertical extents, in [0, 1]: people side by side differ in height and in where they stand
 * (Yang et al., "Hybrid-SORT: weak cues matter for online multi-object tracking", AAAI 2024).
 */
function affinity({ place, label }: Expected, sighting: Sighting, confusion: LabelConfusion): number {
  const overlap = placeIou(place, sighting.place);
  if (overlap === 0) return 0;
  const sameLabel = confusion(label, sighting.label);
  return overlap * heightIou(place, sighting.place) * sameLabel;
}
