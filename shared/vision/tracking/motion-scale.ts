import { distanceInHeights } from '../../kernel/geometry/centred-box.ts';
import type { Observation, Sample } from './observation.ts';
import { similarHeight } from './similar-height.ts';

/** A nearest neighbour farther away than this, in box heights, is another object. */
const MAX_DISTANCE = 2;
/** Annotated standing people move by this much from jitter alone; also the scale where no object appears twice. */
const MIN_SCALE = 0.01;

/**
 * Where most stand still, what the fastest twentieth asks for counts, in part: who comes and goes turns and brakes more
 * than a median of nothing says. Up to 0.025, which crowds exceed by their median: a greater scale costs these
 * identities (research/tracking.md).
 */
const FAST = { quantile: 0.95, share: 1 / 4, most: 0.025 };

/** At most this many samples of a long video, evenly spread, are used to measure how things move. */
const MAX_SAMPLES = 2000;

/**
 * How far objects move in `lag` samples, in box heights: the median distance from a sure detection to the nearest one
 * of similar height that many samples before; somewhat more where that is little and some move fast.
 */
export function motionScale(samples: readonly Sample[], highScore: number, lag: number): number {
  const distances: number[] = [];
  const sure = ({ score }: Observation): boolean => score >= highScore;
  const step = Math.ceil(samples.length / MAX_SAMPLES);
  for (let index = lag; index < samples.length; index += step) {
    const [earlier, later] = [samples[index - lag], samples[index]];
    if (!earlier || !later || earlier.shot !== later.shot) continue;
    const before = earlier.observations.filter(sure);
    for (const box of later.observations.filter(sure)) {
      let nearest = MAX_DISTANCE;
      for (const other of before) {
        if (similarHeight(other, box)) nearest = Math.min(nearest, distanceInHeights(other, box));
      }
      if (nearest < MAX_DISTANCE) distances.push(nearest);
    }
  }
  distances.sort((a, b) => a - b);
  const at = (quantile: number): number => distances[Math.floor(quantile * distances.length)] ?? 0;
  return Math.max(MIN_SCALE, at(0.5), Math.min(FAST.most, FAST.share * at(FAST.quantile)));
}
