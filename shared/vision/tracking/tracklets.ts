import { associate } from './associate.ts';
import {
  type BoxState,
  boxOf,
  filterBoxes,
  initialState,
  type Noise,
  noiseAtSpeed,
  predictBox,
  updateBox,
} from './box-kalman-filter.ts';
import { fastStarts, type Sighting, type Sightings, speedBetween } from './fast-starts.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Observation, Sample } from './observation.ts';

/** Observations of one object in the order of time. */
export type Tracklet = readonly [Observation, ...Observation[]];

export const isTracklet = (observations: readonly Observation[]): observations is Tracklet =>
  observations.length > 0;

/** Samples from the first to the last observation. */
export const spanOf = (tracklet: Tracklet): number => (tracklet.at(-1)?.index ?? 0) - tracklet[0].index + 1;

/** Of so many observations the speed of a track is hardly known: at 60 samples a second fast objects overlap for as long. */
const MAX_YOUNG = 8;
/** A track ends after this many samples without an observation: few, so that tracklets are of one object. */
const MAX_MISSED_SAMPLES = 4;
const NONE = -1;

/**
 * Short tracks that are nearly free of mix-ups: all samples are tracked forwards and backwards, and two observations
 * stay joined where both directions join them, or one does and the other does not contradict.
 * @param starts how those are found that are too fast for their boxes to overlap
 */
export function tracklets(
  samples: readonly Sample[],
  noise: Noise,
  highScore: number,
  confusion: LabelConfusion,
  starts: typeof fastStarts = fastStarts,
): Tracklet[] {
  const observations = samples.flatMap((sample) => sample.observations);
  const follow = (order: readonly Sample[]): Int32Array =>
    followers(order, observations.length, { noise, highScore, confusion, starts });
  const forwards = follow(samples);
  const backwards = follow(samples.toReversed());
  agree(forwards, backwards);
  const after = (id: number): number => forwards[id] ?? NONE;
  const follows = new Uint8Array(observations.length);
  for (const id of forwards) if (id !== NONE) follows[id] = 1;
  return observations.flatMap((first): Tracklet[] => {
    if (follows[first.id] === 1) return [];
    const chain = [first];
    for (let id = after(first.id); id !== NONE; id = after(id)) {
      const observation = observations[id];
      if (observation) chain.push(observation);
    }
    return withoutDoubtfulEnds(chain, highScore);
  });
}

interface ActiveTrack {
  readonly state: BoxState;
  /** How it is expected to move. */
  readonly noise: Noise;
  readonly last: Sighting;
  /** All of its sightings while they are so few that its speed is hardly known. */
  readonly young?: Sightings | undefined;
}

interface FollowOptions {
  readonly noise: Noise;
  readonly highScore: number;
  readonly confusion: LabelConfusion;
  readonly starts: typeof fastStarts;
}

/** Tracks the samples in the order given; for each observation the id of the one that follows it in that order. */
function followers(
  samples: readonly Sample[],
  count: number,
  { noise, highScore, confusion, starts }: FollowOptions,
): Int32Array {
  const follower = new Int32Array(count).fill(NONE);
  const follows = new Uint8Array(count);
  const join = (earlier: Sighting, later: Sighting): Sighting => {
    follower[earlier.observation.id] = later.observation.id;
    follows[later.observation.id] = 1;
    return later;
  };
  let active: ActiveTrack[] = [];
  for (const [step, { shot, time, observations }] of samples.entries()) {
    if (shot !== samples[step - 1]?.shot) active = [];
    active = active.filter(({ last }) => step - last.step <= MAX_MISSED_SAMPLES);
    const expected = active.map((track) => {
      const predicted = predictBox(track.state, Math.abs(time - track.last.time), track.noise);
      return { state: predicted, box: boxOf(predicted), label: track.last.observation.label };
    });
    associate(expected, observations, highScore, confusion).forEach((observation, i) => {
      const [track, prediction] = [active[i], expected[i]];
      if (!track || !prediction || !observation) return;
      const last = join(track.last, { observation, step, time });
      const state = updateBox(prediction.state, observation, track.noise);
      active[i] = { ...track, state, last, young: youngWith(track.young, last) };
    });
    const unclaimed = observations.flatMap((observation) =>
      observation.score < highScore || follows[observation.id] === 1 ? [] : [{ observation, step, time }],
    );
    const young = active.flatMap((track) => (track.young && track.last.step < step ? [track.young] : []));
    const started = starts(young, unclaimed, confusion);
    const sightings = new Set(started.flat());
    active = active.filter(({ last }) => !sightings.has(last));
    for (const start of started) active.push(fastTrack(start, start.reduce(join), noise));
    for (const last of unclaimed) {
      if (follows[last.observation.id] === 1) continue;
      active.push({ state: initialState(last.observation, noise), noise, last, young: [last] });
    }
  }
  return follower;
}

const youngWith = (young: Sightings | undefined, last: Sighting): Sightings | undefined =>
  young && young.length < MAX_YOUNG ? [...young, last] : undefined;

function fastTrack(start: Sightings, last: Sighting, usual: Noise): ActiveTrack {
  const noise = noiseAtSpeed(usual, speedBetween(start[0], last));
  const state = filterBoxes(
    start.map(({ observation: box, time }) => ({ box, time })),
    noise,
  );
  return { state, noise, last };
}

/** Leaves of the followers in one direction what those in the other do not contradict, and adds what they alone say. */
function agree(forwards: Int32Array, backwards: Int32Array): void {
  const nextBackwards = inverse(backwards);
  const previousForwards = inverse(forwards);
  forwards.forEach((next, id) => {
    const other = nextBackwards[id] ?? NONE;
    if (next === other) return;
    if (other === NONE) forwards[id] = backwards[next] === NONE ? next : NONE;
    else forwards[id] = next === NONE && previousForwards[other] === NONE ? other : NONE;
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
