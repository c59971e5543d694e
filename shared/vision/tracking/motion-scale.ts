import type { Sample, Sighting } from './observation.ts';

/** Boxes whose heights differ by a greater factor are not taken for the same object. */
const HEIGHT_RATIO = 1.2;
/** Farther than this many heights the nearest neighbour is someone else. */
const FARTHEST = 2;
/** Annotated standing people move by this much from jitter alone; also what is used where nothing repeats. */
const SMALLEST = 0.01;

/** So many samples of a long video, evenly spread, say how things move in it. */
const MAX_SAMPLES = 2000;

/**
 * How far objects move in `lag` samples, in box heights: the median distance from a sure detection to the nearest one
 * of similar height that many samples before.
 */
export function motionScale(samples: readonly Sample[], highScore: number, lag: number): number {
  const distances: number[] = [];
  const sure = ({ score }: Sighting): boolean => score >= highScore;
  const step = Math.ceil(samples.length / MAX_SAMPLES);
  for (let index = lag; index < samples.length; index += step) {
    const [earlier, later] = [samples[index - lag], samples[index]];
    if (!earlier || !later || earlier.shot !== later.shot) continue;
    const before = earlier.sightings.filter(sure);
    for (const { place } of later.sightings.filter(sure)) {
      let nearest = FARTHEST;
      for (const other of before) {
        const ratio = other.place[3] / place[3];
        if (ratio > HEIGHT_RATIO || ratio < 1 / HEIGHT_RATIO) continue;
        const x = other.place[0] - place[0];
        const y = other.place[1] - place[1];
        nearest = Math.min(nearest, Math.sqrt(x * x + y * y) / place[3]);
      }
      if (nearest < FARTHEST) distances.push(nearest);
    }
  }
  return Math.max(SMALLEST, distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0);
}
