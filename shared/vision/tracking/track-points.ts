import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import type { HiddenStretch } from './hidden-stretches.ts';
import { type Sample, toFrame } from './observation.ts';
import { splitAt } from './split-at.ts';
import type { Track } from './track.ts';
import type { Tracklet } from './tracklets.ts';

/**
 * Where an object is in the sampled frames in which it is not hidden.
 * @param stretches of the tracklet, as `hiddenStretches` finds them
 * @param smooth the boxes of a tracklet in shot coordinates, one for every sample from its first to its last
 *   observation. Each run of observations between two hidden stretches is smoothed by itself: over more than a second
 *   neither side says where the object was on the other, and a wrong link would bend both.
 */
export function trackPoints(
  tracklet: Tracklet,
  stretches: readonly HiddenStretch[],
  samples: readonly Sample[],
  smooth: (run: Tracklet) => readonly CentredBox[],
): Pick<Track, 'points' | 'hidden'> {
  return {
    points: runsBetween(tracklet, stretches).flatMap((run) => pointsOf(run, smooth(run), samples)),
    hidden: stretches.flatMap(({ first }) => {
      const sample = samples[first];
      return sample ? [{ frame: sample.frame, time: sample.time }] : [];
    }),
  };
}

/** The observations before, between and after the stretches. */
export const runsBetween = (tracklet: Tracklet, stretches: readonly HiddenStretch[]): Tracklet[] =>
  splitAt(tracklet, stretches, ({ index }, { first }) => index > first).flatMap(
    ([first, ...rest]): Tracklet[] => (first ? [[first, ...rest]] : []),
  );

function pointsOf(
  tracklet: Tracklet,
  boxes: readonly CentredBox[],
  samples: readonly Sample[],
): Track['points'] {
  const first = tracklet[0].index;
  let next = 0;
  return boxes.flatMap((box, k) => {
    const sample = samples[first + k];
    if (!sample) return [];
    const observation = tracklet[next]?.index === first + k ? tracklet[next++] : undefined;
    const { frame, time, pose } = sample;
    return { frame, time, box: toFrame(box, pose), score: observation?.score ?? null };
  });
}
