import { distanceInHeights } from '../../kernel/geometry/centred-box.ts';
import { type BoxState, filterBoxes, type Noise, noiseAtSpeed, predictBox } from './box-kalman-filter.ts';
import type { AxisState } from './kalman.ts';
import type { Observation, Sample } from './observation.ts';
import type { Tracklet } from './tracklets.ts';

/** A tracklet with the states of its filter at both ends. */
export interface Fragment {
  readonly observations: Tracklet;
  readonly first: Observation;
  readonly last: Observation;
  /** How it is expected to move: more than is usual where its ends are far apart for the time between them. */
  readonly noise: Noise;
  /** At the last observation, filtered forwards in time. */
  readonly end: BoxState;
  /** At the first observation, filtered backwards in time: its velocities point back. */
  readonly start: BoxState;
}

/** What was observed longer ago says nothing of the motion now: ten times the memory of the filter (0.5 s). */
const FILTERED_SECONDS = 5;
/** The speed of fewer observations is not measured: two may be far apart by an error. */
const MIN_MEASURED = 3;

/** @param usual how things move in this video */
export function fragment(observations: Tracklet, samples: readonly Sample[], usual: Noise): Fragment {
  const first = observations[0];
  const last = observations.at(-1) ?? first;
  const [begin, end] = [timeOf(first, samples), timeOf(last, samples)];
  const noise =
    observations.length < MIN_MEASURED
      ? usual
      : noiseAtSpeed(usual, distanceInHeights(first, last) / (end - begin));
  const head = observations.findIndex(
    (observation) => timeOf(observation, samples) > begin + FILTERED_SECONDS,
  );
  const tail =
    observations.findLastIndex((observation) => timeOf(observation, samples) < end - FILTERED_SECONDS) + 1;
  const filtered = (part: readonly Observation[]): BoxState =>
    filterBoxes(
      part.map((box) => ({ box, time: timeOf(box, samples) })),
      noise,
    );
  return {
    observations,
    first,
    last,
    noise,
    end: filtered(observations.slice(tail)),
    start: filtered(observations.slice(0, head === -1 ? undefined : head).reverse()),
  };
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
): Evidence | undefined {
  const [from, to] = [earlier.last, later.first];
  const gap = timeOf(later.first, samples) - timeOf(earlier.last, samples);
  const growth = (gap * (growthRate(earlier.end) - growthRate(later.start))) / 2;
  const height = Math.abs(Math.log(to.height / from.height) - growth);
  if (height > MAX_HEIGHT_RATIO || distanceInHeights(from, to) > MAX_DISTANCE) return undefined;
  const predicted = predictBox(earlier.end, gap, faster(earlier, later).noise);
  const distances = disagreement(predicted.cx, later.start.cx) + disagreement(predicted.cy, later.start.cy);
  return {
    motion: Math.log1p(distances),
    height,
    gap,
    length: Math.log(Math.min(earlier.observations.length, later.observations.length)),
  };
}

/** Who runs stops, and who stands begins to run. */
const faster = (a: Fragment, b: Fragment): Fragment => (b.noise.speed.centre > a.noise.speed.centre ? b : a);

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
