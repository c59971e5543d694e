import { assign, type Candidate } from './assignment.ts';
import type { Noise } from './box-filter.ts';
import { type Evidence, evidenceFor, type Fragment, fragment, timeOf } from './continuation.ts';
import type { Sample } from './sighting.ts';
import type { Tracklet } from './tracklets.ts';

/** Log-odds that one fragment continues another: intercept + weights · evidence. */
export interface LinkModel {
  readonly intercept: number;
  readonly weights: Evidence;
}

/** Logistic regression, with the gap weighed less because rivals exclude each other: docs/tracking.md. */
const fitted: LinkModel = {
  intercept: -1.4,
  weights: { motion: -0.35, height: -2.62, gap: -0.7, length: 0.38, overlap: 2.24 },
};

/** What the log-odds must exceed in each round: the certain links first, as they make the others' motion known. */
const ROUNDS = [1, 0, -1, -2];

/**
 * Joins tracklets over gaps in which the object was hidden or missed: in each round the one-to-one choice of links
 * with the greatest sum of log-odds.
 * @param maxGap longest gap, in median sampling intervals
 */
export function link(
  tracklets: readonly Tracklet[],
  samples: readonly Sample[],
  noise: Noise,
  maxGap: number,
  model: LinkModel = fitted,
): Tracklet[] {
  let fragments = tracklets.map((tracklet) => fragment(tracklet, samples, noise));
  for (const threshold of ROUNDS) {
    const candidates: Candidate[] = [];
    for (const { row, column, evidence } of reachable(fragments, samples, noise, maxGap)) {
      const weight = logOdds(evidence, model) - threshold;
      if (weight > 0) candidates.push({ row, column, weight });
    }
    const nextOf = assign(fragments.length, fragments.length, candidates);
    fragments = joined(fragments, nextOf, (sightings) => fragment(sightings, samples, noise));
  }
  return fragments.map(({ sightings }) => sightings);
}

const logOdds = (evidence: Evidence, { intercept, weights }: LinkModel): number =>
  intercept +
  weights.motion * evidence.motion +
  weights.height * evidence.height +
  weights.gap * evidence.gap +
  weights.length * evidence.length +
  weights.overlap * evidence.overlap;

/** Pairs of fragments of one shot of which the second (`column`) may continue the first (`row`). */
export function* reachable(
  fragments: readonly Fragment[],
  samples: readonly Sample[],
  noise: Noise,
  maxGap: number,
): Generator<{ row: number; column: number; evidence: Evidence }> {
  const beginning: number[][] = samples.map(() => []);
  fragments.forEach(({ first }, column) => {
    beginning[first.index]?.push(column);
  });
  for (const [row, earlier] of fragments.entries()) {
    const { index } = earlier.last;
    const limit = timeOf(earlier.last, samples) + maxGap;
    for (let next = index + 1; next < samples.length; next++) {
      const sample = samples[next];
      if (!sample || sample.time > limit || sample.shot !== samples[index]?.shot) break;
      for (const column of beginning[next] ?? []) {
        const later = fragments[column];
        const evidence = later && evidenceFor(earlier, later, samples, noise);
        if (evidence) yield { row, column, evidence };
      }
    }
  }
}

function joined(
  fragments: readonly Fragment[],
  nextOf: Int32Array,
  rebuild: (sightings: Tracklet) => Fragment,
): Fragment[] {
  const continued = new Set(nextOf);
  return fragments.flatMap((alone, i) => {
    if (continued.has(i)) return [];
    const [first, ...rest] = alone.sightings;
    for (let next = nextOf[i] ?? -1; next !== -1; next = nextOf[next] ?? -1) {
      rest.push(...(fragments[next]?.sightings ?? []));
    }
    return rest.length + 1 > alone.sightings.length ? [rebuild([first, ...rest])] : [alone];
  });
}
