import { layoutDifference, type MeanLayout, meanLayout } from '../appearance/layout-difference.ts';
import { timeOf } from './continuation.ts';
import { appearanceOf, isDescribed, type Observation, type Sample } from './observation.ts';
import type { Tracklet } from './tracklets.ts';

/**
 * By how much the end of one tracklet and the beginning of another look rather like one object than like two: the
 * logarithm of the ratio of the likelihoods. 0 where nothing is known of one of them.
 */
type Likeness = (earlier: number, later: number) => number;

/** How differences (`layoutDifference`) are spread: a normal distribution. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

/** The usual differences between two views of one object, and of two: `node research/appearance/run.ts --fit`. */
export const USUAL_SPREADS: { readonly same: Spread; readonly others: Spread } = {
  same: { mean: -0.04, deviation: 0.37 },
  others: { mean: 0.95, deviation: 0.27 },
};
/** It counts as much as so many differences found in the video itself. */
const USUAL_COUNT = 10;

/** Light and view change: an end is what was seen of an object in so much time. */
const END_SECONDS = 2;
/** A tracklet's two halves are compared when at least so many observations of each are described. */
const MIN_HALF = 2;
/** Others that a tracklet is compared with: enough to know the spread. */
const OTHERS = 8;

/**
 * How much appearance says is measured on the video itself: what differs between the two halves of a tracklet differs
 * between two views of one object, and what differs between tracklets of one label at the same time between two
 * objects. Where all look alike, or no look lasts, it says nothing.
 */
export function likeness(tracklets: readonly Tracklet[], samples: readonly Sample[]): Likeness {
  if (samples.every(({ appearances }) => appearances === undefined)) return () => 0;
  const differences = lookDifferences(tracklets, samples);
  const same = spreadOf(differences.same, USUAL_SPREADS.same);
  const others = spreadOf(differences.others, USUAL_SPREADS.others);
  if (others.mean <= same.mean) return () => 0;
  return (earlier, later) => {
    const value = differences.between(earlier, later);
    if (value === undefined) return 0;
    // Beyond the means, the tails of the two distributions would say the opposite of what they should.
    const within = Math.min(others.mean, Math.max(same.mean, value));
    return logDensity(within, same) - logDensity(within, others);
  };
}

/** Differences in looks (`layoutDifference`). */
interface LookDifferences {
  /** Between the two halves of tracklets. */
  readonly same: readonly number[];
  /** Between tracklets of one label that are there at the same time. */
  readonly others: readonly number[];
  /** Between the end of one and the start of another; undefined where too little is known of them. */
  readonly between: (earlier: number, later: number) => number | undefined;
}

export function lookDifferences(tracklets: readonly Tracklet[], samples: readonly Sample[]): LookDifferences {
  const looks = tracklets.map((tracklet) => looksOf(tracklet, samples));
  const between: LookDifferences['between'] = (earlier, later) => {
    const [end, start] = [looks[earlier]?.end, looks[later]?.start];
    return end && start && layoutDifference(end, start);
  };
  const others: number[] = [];
  visitSimultaneous(tracklets, (a, b) => {
    const difference = between(a, b);
    if (difference !== undefined) others.push(difference);
  });
  return { same: looks.flatMap((look) => look?.change ?? []), others, between };
}

interface Looks {
  readonly start: MeanLayout;
  readonly end: MeanLayout;
  /** What differs between its two halves, where enough of both is seen. */
  readonly change: number | undefined;
}

function looksOf(tracklet: Tracklet, samples: readonly Sample[]): Looks | undefined {
  const views = tracklet.filter((observation) => isDescribed(observation, samples));
  if (views.length === 0) return undefined;
  const viewAt = (i: number): Observation => views[i] as Observation;
  const seconds = (from: number, to: number): number =>
    Math.abs(timeOf(viewAt(to), samples) - timeOf(viewAt(from), samples));
  /** The mean of the views from one on, in one direction, for as long as an end is. */
  const meanFrom = (first: number, direction: 1 | -1): MeanLayout => {
    const layouts: Uint8Array[] = [];
    for (let i = first; i >= 0 && i < views.length && seconds(first, i) <= END_SECONDS; i += direction) {
      layouts.push(appearanceOf(viewAt(i), samples));
    }
    return meanLayout(layouts);
  };
  const half = views.length >> 1;
  return {
    start: meanFrom(0, 1),
    end: meanFrom(views.length - 1, -1),
    change: half >= MIN_HALF ? layoutDifference(meanFrom(half - 1, -1), meanFrom(half, 1)) : undefined,
  };
}

/** Visits pairs of tracklets of one label that are there at the same time. */
function visitSimultaneous(tracklets: readonly Tracklet[], visit: (a: number, b: number) => void): void {
  const lastOf = (i: number): Observation | undefined => tracklets[i]?.at(-1);
  const firstOf = (i: number): Observation | undefined => tracklets[i]?.[0];
  const begun = tracklets
    .map((_, i) => i)
    .sort((a, b) => (firstOf(a)?.index ?? 0) - (firstOf(b)?.index ?? 0) || a - b);
  for (const [position, i] of begun.entries()) {
    let visited = 0;
    for (let next = position + 1; next < begun.length && visited < OTHERS; next++) {
      const k = begun[next] ?? i;
      if ((firstOf(k)?.index ?? 0) > (lastOf(i)?.index ?? 0)) break;
      if (firstOf(k)?.label !== firstOf(i)?.label) continue;
      visit(i, k);
      visited++;
    }
  }
}

function spreadOf(values: readonly number[], usual: Spread): Spread {
  const count = values.length + USUAL_COUNT;
  const mean = values.reduce((sum, value) => sum + value, USUAL_COUNT * usual.mean) / count;
  const squares = values.reduce(
    (sum, value) => sum + (value - mean) ** 2,
    USUAL_COUNT * (usual.deviation ** 2 + (usual.mean - mean) ** 2),
  );
  return { mean, deviation: Math.sqrt(squares / count) };
}

const logDensity = (value: number, { mean, deviation }: Spread): number =>
  -Math.log(deviation) - ((value - mean) / deviation) ** 2 / 2;
