import { assign, type WeightedPair } from './assignment.ts';
import type { Noise } from './box-kalman-filter.ts';
import { type Evidence, evidenceFor, type Fragment, fragment, timeOf } from './continuation.ts';
import type { LabelConfusion } from './label-confusion.ts';
import { likeness } from './likeness.ts';
import type { Observation, Sample } from './observation.ts';
import { labelOf } from './track-label.ts';
import type { Tracklet } from './tracklets.ts';

/**
 * What one fragment being the continuation of another is worth, against neither having one (0): intercept + weights ·
 * evidence.
 */
export interface LinkModel {
  readonly intercept: number;
  readonly weights: Evidence;
}

/** What `node research/mot/run.ts --fit` prints. */
export const FITTED_LINK_MODEL: LinkModel = {
  intercept: 4.67,
  weights: { motion: -1.24, height: -5.01, gap: -1.72, length: 0.34 },
};

/** A gap leaves more room for another object than two samples that follow each other. */
const LABEL_WEIGHT = 2;

/** What `node research/appearance/run.ts --fit` prints. Below 1, as likeness partly repeats what place and time say. */
const LIKENESS_WEIGHT = 0.86;

/** Links bridge gaps up to this length; what the evidence accepts is almost always shorter. */
const MAX_GAP_SECONDS = 3;

/**
 * Joins tracklets over gaps in which the object was hidden or missed: the one-to-one choice of links with the greatest
 * sum of worth. A change of label is worth the logarithm of how well the two are confused, twice; how
 * alike the two look counts as `likeness` says.
 */
export function link(
  tracklets: readonly Tracklet[],
  samples: readonly Sample[],
  noise: Noise,
  confusion: LabelConfusion,
  model: LinkModel = FITTED_LINK_MODEL,
): Tracklet[] {
  const fragments = tracklets.map((tracklet) => fragment(tracklet, samples, noise));
  const labels = tracklets.map(labelOf);
  const alike = likeness(tracklets, samples);
  const pairs: WeightedPair[] = [];
  for (const { row, column, evidence } of reachable(fragments, samples)) {
    pairs.push({
      row,
      column,
      weight:
        worth(evidence, model) +
        LABEL_WEIGHT * Math.log(confusion(labels[row] ?? '', labels[column] ?? '')) +
        LIKENESS_WEIGHT * alike(row, column),
    });
  }
  return joined(tracklets, assign(tracklets.length, tracklets.length, pairs));
}

/** What the evidence of place and time says of a link. */
export const worth = ({ motion, height, gap, length }: Evidence, { intercept, weights }: LinkModel): number =>
  intercept + weights.motion * motion + weights.height * height + weights.gap * gap + weights.length * length;

/** A pair of fragments, by their positions, and what speaks for it. */
export interface Reachable {
  readonly row: number;
  readonly column: number;
  readonly evidence: Evidence;
}

/** Pairs of fragments of one shot of which the second (`column`) may continue the first (`row`). */
export function* reachable(fragments: readonly Fragment[], samples: readonly Sample[]): Generator<Reachable> {
  const beginning: number[][] = samples.map(() => []);
  fragments.forEach(({ first }, column) => {
    beginning[first.index]?.push(column);
  });
  for (const [row, earlier] of fragments.entries()) {
    const { index } = earlier.last;
    const limit = timeOf(earlier.last, samples) + MAX_GAP_SECONDS;
    for (let next = index + 1; next < samples.length; next++) {
      const sample = samples[next];
      if (!sample || sample.time > limit || sample.shot !== samples[index]?.shot) break;
      for (const column of beginning[next] ?? []) {
        const later = fragments[column];
        const evidence = later && evidenceFor(earlier, later, samples);
        if (evidence) yield { row, column, evidence };
      }
    }
  }
}

function joined(tracklets: readonly Tracklet[], nextOf: readonly number[]): Tracklet[] {
  const continued = new Set(nextOf);
  return tracklets.flatMap((tracklet, i): Tracklet[] => {
    if (continued.has(i)) return [];
    if (nextOf[i] === -1) return [tracklet];
    const whole: [Observation, ...Observation[]] = [...tracklet];
    for (let next = nextOf[i] ?? -1; next !== -1; next = nextOf[next] ?? -1) {
      for (const observation of tracklets[next] ?? []) whole.push(observation);
    }
    return [whole];
  });
}
