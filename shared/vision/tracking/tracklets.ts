import { associate } from './associate.ts';
import {
  type Body,
  firstSeen,
  type Noise,
  placeOfBody,
  predictBody,
  updateBody,
} from './box-kalman-filter.ts';
import type { LabelConfusion } from './label-confusion.ts';
import type { Sample, Sighting } from './observation.ts';

/** Sightings of one object in the order of time. */
export type Tracklet = readonly [Sighting, ...Sighting[]];

/** A track is given up after this many samples without a sighting: short, so that tracklets are of one object. */
const MEMORY = 4;
const NONE = -1;

/**
 * Short tracks that are nearly free of mix-ups: all samples are tracked forwards and backwards, and two sightings
 * stay joined where both directions join them, or one does and the other does not contradict.
 */
export function tracklets(
  samples: readonly Sample[],
  noise: Noise,
  highScore: number,
  confusion: LabelConfusion,
): Tracklet[] {
  const sightings = samples.flatMap((sample) => sample.sightings);
  const forwards = followers(samples, sightings.length, noise, highScore, confusion);
  const backwards = followers(samples.toReversed(), sightings.length, noise, highScore, confusion);
  const next = agreed(forwards, backwards);
  const last = (id: number): number => next[id] ?? NONE;
  const previous = inverse(next);
  return sightings.flatMap((first): Tracklet[] => {
    if (previous[first.id] !== NONE) return [];
    const chain: [Sighting, ...Sighting[]] = [first];
    for (let id = last(first.id); id !== NONE; id = last(id)) {
      const sighting = sightings[id];
      if (sighting) chain.push(sighting);
    }
    return withoutDoubtfulEnds(chain, highScore);
  });
}

interface Live {
  body: Body;
  last: Sighting;
  /** When last seen: number of the sample in the order of tracking, and its time. */
  step: number;
  time: number;
}

/** Tracks the samples in the order given; for each sighting the id of the one that follows it in that order. */
function followers(
  samples: readonly Sample[],
  count: number,
  noise: Noise,
  highScore: number,
  confusion: LabelConfusion,
): Int32Array {
  const follower = new Int32Array(count).fill(NONE);
  let live: Live[] = [];
  samples.forEach(({ shot, time, sightings }, step) => {
    if (shot !== samples[step - 1]?.shot) live = [];
    live = live.filter((track) => step - track.step <= MEMORY);
    const bodies = live.map((track) => predictBody(track.body, Math.abs(time - track.time), noise));
    const expected = live.map(({ last }, i) => ({
      place: placeOfBody(bodies[i] ?? firstSeen(last.place, noise)),
      label: last.label,
    }));
    const free = new Set(sightings.filter(({ score }) => score >= highScore));
    associate(expected, sightings, highScore, confusion).forEach((sighting, i) => {
      const [track, body] = [live[i], bodies[i]];
      if (!track || !body || !sighting) return;
      free.delete(sighting);
      follower[track.last.id] = sighting.id;
      live[i] = { body: updateBody(body, sighting.place, noise), last: sighting, step, time };
    });
    for (const last of free) live.push({ body: firstSeen(last.place, noise), last, step, time });
  });
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

/** Doubtful sightings bridge gaps between sure ones; before the first and after the last, half of them are wrong. */
function withoutDoubtfulEnds(chain: readonly Sighting[], highScore: number): Tracklet[] {
  const sure = ({ score }: Sighting): boolean => score >= highScore;
  const [first, ...rest] = chain.slice(chain.findIndex(sure), chain.findLastIndex(sure) + 1);
  return first ? [[first, ...rest]] : [];
}
