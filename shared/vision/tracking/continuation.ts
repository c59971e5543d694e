import { type BoxState, initialState, type Noise, predictBox, updateBox } from './box-kalman-filter.ts';
import type { AxisState } from './kalman.ts';
import type { Observation, Sample } from './observation.ts';
import type { Tracklet } from './tracklets.ts';

/** A tracklet with the states of its filter at both ends. */
export interface Fragment {
  readonly observations: Tracklet;
  readonly first: Observation;
  readonly last: Observation;
  /** At the last observation, filtered forwards in time. */
  readonly end: BoxState;
  /** At the first observation, filtered backwards in time: its velocities point back. */
  readonly start: BoxState;
}

/** What was observed longer ago says nothing of the motion now: ten times the memory of the filter (0.5 s). */
const FILTERED_SECONDS = 5;

export function fragment(observations: Tracklet, samples: readonly Sample[], noise: Noise): Fragment {
  const first = observations[0];
  const last = observations.at(-1) ?? first;
  const begin = timeOf(first, samples) + FILTERED_SECONDS;
  const end = timeOf(last, samples) - FILTERED_SECONDS;
  const head = observations.findIndex((observation) => timeOf(observation, samples) > begin);
  const tail = observations.findLastIndex((observation) => timeOf(observation, samples) < end) + 1;
  return {
    observations,
    first,
    last,
    end: filtered(observations.slice(tail), samples, noise),
    start: filtered(observations.slice(0, head === -1 ? undefined : head).reverse(), samples, noise),
  };
}

function filtered(observations: readonly Observation[], samples: readonly Sample[], noise: Noise): BoxState {
  const [first, ...rest] = observations;
  if (!first) throw new RangeError('A tracklet has at least one observation.');
  let time = timeOf(first, samples);
  let state = initialState(first, noise);
  for (const observation of rest) {
    const now = timeOf(observation, samples);
    state = updateBox(predictBox(state, Math.abs(now - time), noise), observation, noise);
    time = now;
  }
  return state;
}

export const timeOf = ({ index }: Observation, samples: readonly Sample[]): number =>
  samples[index]?.time ?? 0;

/** What speaks for one fragment being the continuation of another. */
export interface Evidence {
  /** log(1 + squared Mahalanobis distance) between the motion carried over the gap and the motion found there. */
  readonly motion: number;
  /** |log ratio of the heights| at the two ends, less what it has grown by over the gap at the rates of both ends. */
  readonly height: number;
  /** Length of the gap in seconds: what hides an object lasts as long at every sampling rate. */
  readonly gap: number;
  /** log of the number of observations of the shorter fragment. */
  readonly length: number;
}

/** An object is not looked for farther than this many box heights from where it was lost, */
const MAX_DISTANCE = 3;
/** nor at a height that differs by more from what its growth leads to (natural logarithm). */
const MAX_HEIGHT_RATIO = 0.7;

/** Undefined where `later` is out of reach of `earlier`, which must end before the other begins. */
export function evidenceFor(
  earlier: Fragment,
  later: Fragment,
  samples: readonly Sample[],
  noise: Noise,
): Evidence | undefined {
  const [from, to] = [earlier.last, later.first];
  const gap = timeOf(later.first, samples) - timeOf(earlier.last, samples);
  const growth = (gap * (growthRate(earlier.end) - growthRate(later.start))) / 2;
  const height = Math.abs(Math.log(to.height / from.height) - growth);
  const distanceSquared = ((to.cx - from.cx) ** 2 + (to.cy - from.cy) ** 2) / (from.height * to.height);
  if (height > MAX_HEIGHT_RATIO || distanceSquared > MAX_DISTANCE ** 2) return undefined;
  const predicted = predictBox(earlier.end, gap, noise);
  const distances = disagreement(predicted.cx, later.start.cx) + disagreement(predicted.cy, later.start.cy);
  return {
    motion: Math.log1p(distances),
    height,
    gap,
    length: Math.log(Math.min(earlier.observations.length, later.observations.length)),
  };
}

/** Relative change of the height per second, in the direction of time in which the filter ran. */
const growthRate = ({ height }: BoxState): number => height.velocity / height.position;

/** Squared Mahalanobis distance of position and velocity together; `b` runs backwards in time. */
function disagreement(a: AxisState, b: AxisState): number {
  const position = a.position - b.position;
  const velocity = a.velocity + b.velocity;
  const pp = a.pp + b.pp;
  const pv = a.pv - b.pv;
  const vv = a.vv + b.vv;
  return (vv * position ** 2 - 2 * pv * position * velocity + pp * velocity ** 2) / (pp * vv - pv ** 2);
}
