import { type Body, firstSeen, type Noise, predictBody, updateBody } from './box-kalman-filter.ts';
import type { Motion } from './kalman.ts';
import type { Sample, Sighting } from './observation.ts';
import type { Tracklet } from './tracklets.ts';

/** A tracklet with what its sightings say about its motion at both ends. */
export interface Fragment {
  readonly sightings: Tracklet;
  readonly first: Sighting;
  readonly last: Sighting;
  /** Motion at the last sighting, forwards in time. */
  readonly end: Body;
  /** Motion at the first sighting, backwards in time. */
  readonly start: Body;
}

/** What was seen longer ago than this says nothing of the motion now: ten times the memory of the filter (0.5 s). */
const SECONDS_THAT_COUNT = 5;

export function fragment(sightings: Tracklet, samples: readonly Sample[], noise: Noise): Fragment {
  const first = sightings[0];
  const last = sightings.at(-1) ?? first;
  const begin = timeOf(first, samples) + SECONDS_THAT_COUNT;
  const end = timeOf(last, samples) - SECONDS_THAT_COUNT;
  const head = sightings.findIndex((sighting) => timeOf(sighting, samples) > begin);
  const tail = sightings.findLastIndex((sighting) => timeOf(sighting, samples) < end) + 1;
  return {
    sightings,
    first,
    last,
    end: filtered(sightings.slice(tail), samples, noise),
    start: filtered(sightings.slice(0, head === -1 ? undefined : head).reverse(), samples, noise),
  };
}

function filtered(sightings: readonly Sighting[], samples: readonly Sample[], noise: Noise): Body {
  const [first, ...rest] = sightings;
  if (!first) throw new RangeError('A tracklet has at least one sighting.');
  let time = timeOf(first, samples);
  let body = firstSeen(first.place, noise);
  for (const sighting of rest) {
    const now = timeOf(sighting, samples);
    body = updateBody(predictBody(body, Math.abs(now - time), noise), sighting.place, noise);
    time = now;
  }
  return body;
}

export const timeOf = ({ index }: Sighting, samples: readonly Sample[]): number => samples[index]?.time ?? 0;

/** What speaks for one fragment being the continuation of another. */
export interface Evidence {
  /** log(1 + squared Mahalanobis distance) between the motion carried over the gap and the motion found there. */
  readonly motion: number;
  /** |log ratio of the heights| at the two ends, less what it has grown by over the gap at the rates of both ends. */
  readonly height: number;
  /** Length of the gap in seconds: what hides an object lasts as long at every sampling rate. */
  readonly gap: number;
  /** log of the number of sightings of the shorter fragment. */
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
  const [from, to] = [earlier.last.place, later.first.place];
  const gap = timeOf(later.first, samples) - timeOf(earlier.last, samples);
  const growth = (gap * (growthRate(earlier.end) - growthRate(later.start))) / 2;
  const height = Math.abs(Math.log(to[3] / from[3]) - growth);
  const distanceSquared = ((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2) / (from[3] * to[3]);
  if (height > MAX_HEIGHT_RATIO || distanceSquared > MAX_DISTANCE ** 2) return undefined;
  const carried = predictBody(earlier.end, gap, noise);
  return {
    motion: Math.log1p(disagreement(carried[0], later.start[0]) + disagreement(carried[1], later.start[1])),
    height,
    gap,
    length: Math.log(Math.min(earlier.sightings.length, later.sightings.length)),
  };
}

/** Relative change of the height per second, in the direction of time in which the body was followed. */
const growthRate = (body: Body): number => body[3].velocity / body[3].position;

/** Squared Mahalanobis distance of position and velocity together; `b` runs backwards in time. */
function disagreement(a: Motion, b: Motion): number {
  const position = a.position - b.position;
  const velocity = a.velocity + b.velocity;
  const pp = a.pp + b.pp;
  const pv = a.pv - b.pv;
  const vv = a.vv + b.vv;
  return (vv * position ** 2 - 2 * pv * position * velocity + pp * velocity ** 2) / (pp * vv - pv ** 2);
}
