import { type Features, WORDS } from './features.ts';

/** Pairs of features, one entry of each array a pair: positions in the two sets. */
export interface FeatureMatch {
  readonly from: number;
  readonly to: number;
  /** Tests that differ. */
  readonly distance: number;
}

/** Tests of 256 that may differ, and of the first 64. */
const MOST_DIFFERENT = 70;
const MOST_DIFFERENT_FIRST = 24;
/** The best match differs by less than this share of what the next best does (Lowe, IJCV 2004). */
const RATIO = 0.85;

/**
 * For every feature of `from` the one of `to` that looks like it, where no other one looks as much like it.
 * @param away pixels by which the two must lie apart
 */
export function matchFeatures(from: Features, to: Features, away = 0): FeatureMatch[] {
  const matches: FeatureMatch[] = [];
  const [a, b] = [from.words, to.words];
  for (let i = 0; i < from.count; i++) {
    let [best, second, found] = [MOST_DIFFERENT + 1, MOST_DIFFERENT + 1, -1];
    const p = i * WORDS;
    for (let j = 0, q = 0; j < to.count; j++, q += WORDS) {
      let distance =
        bitCount((a[p] as number) ^ (b[q] as number)) + bitCount((a[p + 1] as number) ^ (b[q + 1] as number));
      if (distance > MOST_DIFFERENT_FIRST) continue;
      if (away > 0 && shiftOf(from, i, to, j) < away) continue;
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

const shiftOf = (from: Features, i: number, to: Features, j: number): number =>
  Math.hypot((to.x[j] as number) - (from.x[i] as number), (to.y[j] as number) - (from.y[i] as number));

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
