import { centredIou } from '../../kernel/geometry/centred-box.ts';
import type { Observation, Sample } from './observation.ts';

/**
 * How well one label continues as another on the same object, in [0.2, 1] and the same both ways: 1 for one label, and
 * for two that the detector cannot distinguish.
 */
export type LabelConfusion = (a: string, b: string) => number;

/** Boxes of two samples with an IoU above this show one object, whatever their labels. */
const SAME_OBJECT_IOU = 0.7;
/** The detector does not distinguish two labels that follow each other in this share of the observations of the rarer. */
const NOT_TOLD_APART_SHARE = 0.1;
/** The prior before any observation: this many observations of each label, of which this share changes. */
const PRIOR = { observations: 10, changing: 0.02 };
/** Any two labels may be confused once. */
const MIN_CONFUSION = 0.2;
/** At most this many samples of a long video, evenly spread, are used to measure how labels change. */
const MAX_SAMPLES = 2000;

/**
 * Measured on the video itself: how often two labels follow each other on boxes that stay in place. Only sure
 * observations count.
 */
export function labelConfusion(samples: readonly Sample[], highScore: number): LabelConfusion {
  const seen = new Map<string, number>();
  const changed = new Map<string, number>();
  const sure = ({ score }: Observation): boolean => score >= highScore;
  const step = Math.ceil(samples.length / MAX_SAMPLES);
  for (let index = 1; index < samples.length; index += step) {
    const [earlier, later] = [samples[index - 1], samples[index]];
    if (!earlier || !later || earlier.shot !== later.shot) continue;
    const before = earlier.observations.filter(sure);
    for (const observation of later.observations.filter(sure)) {
      const other = inPlaceOf(observation, before);
      if (!other) continue;
      count(seen, other.label);
      count(seen, observation.label);
      if (other.label !== observation.label) count(changed, pair(other.label, observation.label));
    }
  }
  return (a, b) => {
    if (a === b) return 1;
    const rarer = Math.min(seen.get(a) ?? 0, seen.get(b) ?? 0);
    const changes = (changed.get(pair(a, b)) ?? 0) + PRIOR.changing * PRIOR.observations;
    const share = changes / (rarer + PRIOR.observations);
    return MIN_CONFUSION + (1 - MIN_CONFUSION) * Math.min(1, share / NOT_TOLD_APART_SHARE);
  };
}

const pair = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** The observation that coincides most with the given one. */
function inPlaceOf(observation: Observation, before: readonly Observation[]): Observation | undefined {
  let best: Observation | undefined;
  let most = SAME_OBJECT_IOU;
  for (const other of before) {
    const overlap = centredIou(observation, other);
    if (overlap > most) [best, most] = [other, overlap];
  }
  return best;
}
