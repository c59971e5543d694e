import { associate } from './associate.ts';
import {
  type BoxState,
  boxOf,
  initialState,
  type Noise,
  predictBox,
  updateBox,
} from './box-kalman-filter.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation, Sample } from './observation.ts';

/** Observations of one object in the order of time. */
export type Tracklet = readonly [Observation, ...Observation[]];

export const isTracklet = (observations: readonly Observation[]): observations is Tracklet =>
  observations.length > 0;

/** Samples from the first to the last observation. */
export const spanOf = (tracklet: Tracklet): number => (tracklet.at(-1)?.index ?? 0) - tracklet[0].index + 1;

/** A track ends after this many samples without an observation: few, so that tracklets are of one object. */
const MAX_MISSED_SAMPLES = 4;
const NONE = -1;

/**
 * Short tracks that are nearly free of mix-ups: all samples are tracked forwards and backwards, and two observations
 * stay joined where both directions join them, or one does and the other does not contradict.
 */
export function tracklets(
  samples: readonly Sample[],
  noise: Noise,
  highScore: number,
  confusion: LabelConfusion,
): Tracklet[] {
  const observations = samples.flatMap((sample) => sample.observations);
  const forwards = followers(samples, observations.length, noise, highScore, confusion);
  const backwards = followers(samples.toReversed(), observations.length, noise, highScore, confusion);
  const next = agreed(forwards, backwards);
  const last = (id: number): number => next[id] ?? NONE;
  const previous = inverse(next);
  return observations.flatMap((first): Tracklet[] => {
    if (previous[first.id] !== NONE) return [];
    const chain = [first];
    for (let id = last(first.id); id !== NONE; id = last(id)) {
      const observation = observations[id];
      if (observation) chain.push(observation);
    }
    return withoutDoubtfulEnds(chain, highScore);
  });
}

interface ActiveTrack {
  state: BoxState;
  last: Observation;
  /** Of the last observation: position of its sample in the order of tracking, and its time in seconds. */
  step: number;
  time: number;
}

/** Tracks the samples in the order given; for each observation the id of the one that follows it in that order. */
function followers(
  samples: readonly Sample[],
  count: number,
  noise: Noise,
  highScore: number,
  confusion: LabelConfusion,
): Int32Array {
  const follower = new Int32Array(count).fill(NONE);
  const follows = new Uint8Array(count);
  let active: ActiveTrack[] = [];
  for (const [step, { shot, time, observations }] of samples.entries()) {
    if (shot !== samples[step - 1]?.shot) active = [];
    active = active.filter((track) => step - track.step <= MAX_MISSED_SAMPLES);
    const expected = active.map(({ state, last, time: seen }) => {
      const predicted = predictBox(state, Math.abs(time - seen), noise);
      return { state: predicted, box: boxOf(predicted), label: last.label };
    });
    associate(expected, observations, highScore, confusion).forEach((observation, i) => {
      const [track, prediction] = [active[i], expected[i]];
      if (!track || !prediction || !observation) return;
      follower[track.last.id] = observation.id;
      follows[observation.id] = 1;
      active[i] = { state: updateBox(prediction.state, observation, noise), last: observation, step, time };
    });
    for (const last of observations) {
      if (last.score < highScore || follows[last.id] === 1) continue;
      active.push({ state: initialState(last, noise), last, step, time });
    }
  }
  return follower;
}

function agreed(forwards: Int32Array, backwards: Int32Array): Int32Array {
  const nextBackwards = inverse(backwards);
  const previousForwards = inverse(forwards);
  return forwards.map((next, id) => {
    const other = nextBackwards[id] ?? NONE;
    if (next === other) return next;
    if (other === NONE) return backwards[next] === NONE ? next : NONE;
    return next === NONE && previousForwards[other] === NONE ? other : NONE;
  });
}

function inverse(follower: Int32Array): Int32Array {
  const leader = new Int32Array(follower.length).fill(NONE);
  follower.forEach((to, from) => {
    if (to !== NONE) leader[to] = from;
  });
  return leader;
}

/** Doubtful observations bridge gaps between sure ones; before the first and after the last, half of them are wrong. */
function withoutDoubtfulEnds(chain: readonly Observation[], highScore: number): Tracklet[] {
  const sure = ({ score }: Observation): boolean => score >= highScore;
  const [begin, end] = [chain.findIndex(sure), chain.findLastIndex(sure) + 1];
  const trimmed = begin === 0 && end === chain.length ? chain : chain.slice(begin, end);
  return isTracklet(trimmed) ? [trimmed] : [];
}
