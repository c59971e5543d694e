import { type Features, WORDS } from './features.ts';

/** A feature of one set and the one of the other that looks like it, by their positions in the sets. */
export interface FeatureMatch {
  readonly from: number;
  readonly to: number;
  /** Tests that differ. */
  readonly distance: number;
}

/**
 * Tests of 256 that may differ, and of the first 64. A rival that differs by one more is taken for granted, so that a match without one
 * differs by 60 at most.
 */
const MOST_DIFFERENT = 70;
const MOST_DIFFERENT_FIRST = 24;
/** The best match differs by less than this share of what the next best does (Lowe, IJCV 2004). */
const RATIO = 0.85;

/** Where each feature of one set is known to be among those of the other, and how far from there its match must lie, in pixels. */
interface Elsewhere {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly pixels: number;
}

/**
 * For every feature of `from` the one of `to` that looks like it, where no other one looks as much like it.
 * @param elsewhere than where the features of `from` are known to be, where only such matches count
 */
export function matchFeatures(from: Features, to: Features, elsewhere?: Elsewhere): FeatureMatch[] {
  const matches: FeatureMatch[] = [];
  const [a, b] = [from.words, to.words];
  for (let i = 0; i < from.count; i++) {
    let [best, second, found] = [MOST_DIFFERENT + 1, MOST_DIFFERENT + 1, -1];
    const p = i * WORDS;
    for (let j = 0, q = 0; j < to.count; j++, q += WORDS) {
      let distance =
        bitCount((a[p] as number) ^ (b[q] as number)) + bitCount((a[p + 1] as number) ^ (b[q + 1] as number));
      if (distance > MOST_DIFFERENT_FIRST) continue;
      if (elsewhere && !isElsewhere(elsewhere, i, to, j)) continue;
      for (let word = 2; word < WORDS && distance < second; word++)
        distance += bitCount((a[p + word] as number) ^ (b[q + word] as number));
      if (distance < best) {
        // The same corner, found on two levels, is no rival.
        if (found < 0 || apart(to, found, j)) second = best;
        [best, found] = [distance, j];
      } else if (distance < second && apart(to, found, j)) {
        second = distance;
      }
    }
    if (found >= 0 && best < RATIO * second) matches.push({ from: i, to: found, distance: best });
  }
  return matches;
}

const apart = ({ x, y, size }: Features, i: number, j: number): boolean =>
  Math.abs((x[i] as number) - (x[j] as number)) + Math.abs((y[i] as number) - (y[j] as number)) >
  3 * Math.max(size[i] as number, size[j] as number);

const isElsewhere = ({ x, y, pixels }: Elsewhere, i: number, to: Features, j: number): boolean =>
  Math.hypot((to.x[j] as number) - (x[i] as number), (to.y[j] as number) - (y[i] as number)) >= pixels;

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
