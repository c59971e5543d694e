import type { Box } from '../../kernel/geometry/box.ts';
import type { CentredBox } from '../../kernel/geometry/centred-box.ts';
import { at } from '../element-at.ts';
import type { Point } from './corners.ts';
import type { Similarity } from './similarity.ts';

/** Boxes can be the same object when their sides differ by less than this factor. */
const SIZE_RATIO = 1.4;
/** Natural logarithm of the ratio of their sizes that counts a quarter. */
const SIZE_REACH = 0.3;

const VALUES = 6;

interface CorneredBox extends CentredBox {
  /** Two opposite ones: they determine the zoom, too. */
  readonly corners: readonly [Point, Point];
}

const withCorners = ({ x, y, width, height }: Box): CorneredBox => ({
  cx: x + width / 2,
  cy: y + height / 2,
  width,
  height,
  corners: [
    { x, y },
    { x: x + width, y: y + height },
  ],
});

const similar = (a: number, b: number): boolean => a < SIZE_RATIO * b && b < SIZE_RATIO * a;

/** Told of the pair that fits a later box best, and of its weight in [0, 1]: 1 where place and size agree. */
type BestMatch = (pair: number, weight: number) => void;

/**
 * Pairs of a box of an earlier and one of a later frame that have similar sides, those of one later box one after the
 * other. A crowd has hundreds in each frame: they are numbers in arrays that are refilled for the next one. As objects
 * they live just long enough not to be collected soon, and come to more memory than all tracks.
 */
export class LikelyPairs {
  #count = 0;
  #earlier: readonly CorneredBox[] = [];
  #later: readonly CorneredBox[] = [];
  /** Positions of the two boxes of each pair. */
  readonly #from: Uint16Array;
  readonly #to: Uint16Array;
  /**
   * Of each pair: the centres of its boxes, the earlier first; the geometric mean of the sides of the earlier box, and
   * its logarithm less that of the later one.
   */
  readonly #values: Float64Array;

  /** @param maxBoxes that a frame has */
  constructor(maxBoxes: number) {
    const capacity = maxBoxes ** 2;
    this.#from = new Uint16Array(capacity);
    this.#to = new Uint16Array(capacity);
    this.#values = new Float64Array(VALUES * capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** Takes the pairs of two frames in place of those it has. */
  fill(earlier: readonly Box[], later: readonly Box[]): void {
    this.#earlier = earlier.map(withCorners);
    this.#later = later.map(withCorners);
    const values = this.#values;
    let count = 0;
    for (const [j, to] of this.#later.entries()) {
      for (const [i, from] of this.#earlier.entries()) {
        if (!similar(from.width, to.width) || !similar(from.height, to.height)) continue;
        this.#from[count] = i;
        this.#to[count] = j;
        const begin = VALUES * count;
        values[begin] = from.cx;
        values[begin + 1] = from.cy;
        values[begin + 2] = to.cx;
        values[begin + 3] = to.cy;
        values[begin + 4] = Math.sqrt(from.width * from.height);
        values[begin + 5] = Math.log((from.width * from.height) / (to.width * to.height)) / 2;
        count++;
      }
    }
    this.#count = count;
  }

  from(pair: number): CorneredBox {
    return this.#earlier[this.#from[pair] as number] as CorneredBox;
  }

  to(pair: number): CorneredBox {
    return this.#later[this.#to[pair] as number] as CorneredBox;
  }

  /** Geometric mean of the sides of the earlier box. */
  size(pair: number): number {
    return at(this.#values, VALUES * pair + 4);
  }

  /** How differently two motions move the later boxes, in [0, 1]: one half where that is by a box size. */
  difference(a: Similarity, b: Similarity): number {
    const values = this.#values;
    const scale = a.scale - b.scale;
    let sum = 0;
    for (let pair = 0, i = 0; pair < this.#count; pair++, i += VALUES) {
      const x = scale * at(values, i + 2) + a.x - b.x;
      const y = scale * at(values, i + 3) + a.y - b.y;
      const size = at(values, i + 4);
      sum += 1 - 1 / (1 + (x * x + y * y) / (size * size));
    }
    return this.#count > 0 ? sum / this.#count : 0;
  }

  /**
   * For each later box the pair that agrees best with a motion.
   * @param reach distance between a box and where the motion brings it, in box sizes, that counts a quarter
   */
  bestMatches({ scale, x, y }: Similarity, reach: number, visit: BestMatch): void {
    const zoom = Math.log(scale);
    const values = this.#values;
    const later = this.#to;
    let best = 0;
    let least = Infinity;
    for (let pair = 0, i = 0; pair < this.#count; pair++, i += VALUES) {
      if (later[pair] !== later[best]) {
        visit(best, (1 + least) ** -2);
        best = pair;
        least = Infinity;
      }
      const size = reach * at(values, i + 4);
      const right = (scale * at(values, i + 2) + x - at(values, i)) / size;
      const down = (scale * at(values, i + 3) + y - at(values, i + 1)) / size;
      const growth = (zoom - at(values, i + 5)) / SIZE_REACH;
      const distance = right * right + down * down + growth * growth;
      if (distance < least) {
        least = distance;
        best = pair;
      }
    }
    if (this.#count > 0) visit(best, (1 + least) ** -2);
  }
}
