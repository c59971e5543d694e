import { at } from '../element-at.ts';
import type { LikelyPairs } from './likely-pairs.ts';
import type { Similarity } from './similarity.ts';

/** Shifts that are tried. */
const HYPOTHESES = 4;

/** Finds shifts that many pairs of boxes agree upon. Its arrays are refilled for each frame, as those of the pairs. */
export class CommonShifts {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** Pixels within which another shift counts as the same. */
  readonly #reach: Float64Array;
  /** 1 for itself, and up to 1 for each other one within reach of both, the nearer the more. */
  readonly #votes: Float64Array;

  /** @param maxPairs that two frames have */
  constructor(maxPairs: number) {
    this.#x = new Float64Array(maxPairs);
    this.#y = new Float64Array(maxPairs);
    this.#reach = new Float64Array(maxPairs);
    this.#votes = new Float64Array(maxPairs);
  }

  /**
   * Shifts between boxes of similar size, those with the most other shifts nearby first, of equal ones that of the
   * surest boxes; none near one before it.
   */
  of(pairs: LikelyPairs): Similarity[] {
    this.#vote(pairs);
    const [xs, ys, reaches, votes] = [this.#x, this.#y, this.#reach, this.#votes];
    const chosen: Similarity[] = [];
    while (chosen.length < HYPOTHESES) {
      let best = 0;
      for (let i = 1; i < pairs.count; i++) if (at(votes, i) > at(votes, best)) best = i;
      if (pairs.count === 0 || at(votes, best) === 0) break;
      const [x, y, reach] = [at(xs, best), at(ys, best), at(reaches, best)];
      chosen.push({ scale: 1, x, y });
      for (let i = 0; i < pairs.count; i++) {
        if ((at(xs, i) - x) ** 2 + (at(ys, i) - y) ** 2 <= reach ** 2) votes[i] = 0;
      }
    }
    return chosen;
  }

  #vote(pairs: LikelyPairs): void {
    const [xs, ys, reaches, votes] = [this.#x, this.#y, this.#reach, this.#votes];
    for (let i = 0; i < pairs.count; i++) {
      const [from, to] = [pairs.from(i), pairs.to(i)];
      xs[i] = from.cx - to.cx;
      ys[i] = from.cy - to.cy;
      reaches[i] = pairs.size(i) / 2;
      votes[i] = 1;
    }
    const rightwards = Array.from({ length: pairs.count }, (_, i) => i).sort((a, b) => at(xs, a) - at(xs, b));
    for (let i = 0; i < pairs.count; i++) {
      const a = rightwards[i] as number;
      const reach = at(reaches, a);
      for (let j = i + 1; j < pairs.count; j++) {
        const b = rightwards[j] as number;
        const x = at(xs, b) - at(xs, a);
        // All others to the right are farther still.
        if (x > reach) break;
        const y = at(ys, b) - at(ys, a);
        const nearness = 1 - (x * x + y * y) / Math.min(reach, at(reaches, b)) ** 2;
        if (nearness > 0) {
          votes[a] = at(votes, a) + nearness;
          votes[b] = at(votes, b) + nearness;
        }
      }
    }
  }
}
