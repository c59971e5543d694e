import type { Sample, Sighting } from './sighting.ts';

/** Boxes whose heights differ by more (natural logarithm) are not taken for the same object. */
const HEIGHT_RATIO = 0.2;
/** Farther than this many heights the nearest neighbour is someone else. */
const FARTHEST = 2;
/** Annotated standing people move by this much from jitter alone; also what is used where nothing repeats. */
const SMALLEST = 0.01;

/**
 * How far objects move between two samples, in box heights: the median distance from a sure detection to the nearest
 * one of similar height in the sample before.
 */
export function motionScale(samples: readonly Sample[], highScore: number): number {
  const distances: number[] = [];
  const sure = ({ detection }: Sighting): boolean => detection.score >= highScore;
  samples.forEach((sample, i) => {
    const before = samples[i - 1]?.sightings.filter(sure) ?? [];
    for (const { place } of sample.sightings.filter(sure)) {
      let nearest = FARTHEST;
      for (const other of before) {
        if (Math.abs(Math.log(other.place[3] / place[3])) > HEIGHT_RATIO) continue;
        const distance = Math.hypot(other.place[0] - place[0], other.place[1] - place[1]) / place[3];
        nearest = Math.min(nearest, distance);
      }
      if (nearest < FARTHEST) distances.push(nearest);
    }
  });
  return Math.max(SMALLEST, distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0);
}
