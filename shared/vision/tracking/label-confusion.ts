import { placeIou, type Sample, type Sighting } from './observation.ts';

/**
 * How well one label goes on as another on the same object, in [0.2, 1] and the same both ways: 1 for one label, and
 * for two that the detector cannot tell apart.
 */
export type LabelConfusion = (a: string, b: string) => number;

/** Boxes of two samples that coincide by more than this show one object, whatever they are called. */
const SAME_PLACE = 0.7;
/** Two labels are not told apart that follow each other in this share of the sightings of the rarer one. */
const NOT_TOLD_APART = 0.1;
/** What is believed before anything is seen: so many sightings of each label, of which this share changes. */
const PRIOR = { sightings: 10, changing: 0.02 };
/** Any two labels may be confused for once. */
const LEAST = 0.2;
/** So many samples of a long video, evenly spread, say how labels change in it. */
const MAX_SAMPLES = 2000;

/**
 * Measured on the video itself: how often two labels follow each other on boxes that stay in place. Sightings that a
 * detector is not sure of say nothing.
 */
export function labelConfusion(samples: readonly Sample[], highScore: number): LabelConfusion {
  const seen = new Map<string, number>();
  const changed = new Map<string, number>();
  const sure = ({ score }: Sighting): boolean => score >= highScore;
  const step = Math.ceil(samples.length / MAX_SAMPLES);
  for (let index = 1; index < samples.length; index += step) {
    const [earlier, later] = [samples[index - 1], samples[index]];
    if (!earlier || !later || earlier.shot !== later.shot) continue;
    const before = earlier.sightings.filter(sure);
    for (const sighting of later.sightings.filter(sure)) {
      const other = inPlaceOf(sighting, before);
      if (!other) continue;
      count(seen, other.label);
      count(seen, sighting.label);
      if (other.label !== sighting.label) count(changed, pair(other.label, sighting.label));
    }
  }
  return (a, b) => {
    if (a === b) return 1;
    const rarer = Math.min(seen.get(a) ?? 0, seen.get(b) ?? 0);
    const changes = (changed.get(pair(a, b)) ?? 0) + PRIOR.changing * PRIOR.sightings;
    const share = changes / (rarer + PRIOR.sightings);
    return LEAST + (1 - LEAST) * Math.min(1, share / NOT_TOLD_APART);
  };
}

const pair = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** The sighting that coincides most with the given one. */
function inPlaceOf({ place }: Sighting, before: readonly Sighting[]): Sighting | undefined {
  let best: Sighting | undefined;
  let most = SAME_PLACE;
  for (const other of before) {
    const overlap = placeIou(place, other.place);
    if (overlap > most) [best, most] = [other, overlap];
  }
  return best;
}
