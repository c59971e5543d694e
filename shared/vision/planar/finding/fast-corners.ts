import type { Plane } from '../../camera/luma-pyramid.ts';

/** A corner in pixels of its plane: those of the pixel's top-left corner. */
interface FastCorner {
  readonly x: number;
  readonly y: number;
  readonly score: number;
}

/** Levels by which pixels of the circle differ from its centre. */
const THRESHOLD = 8;
/** Of a level that are distinguished. */
const PARTS = 64;
const CIRCLE_X = [0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1] as const;
const CIRCLE_Y = [-3, -3, -2, -1, 0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3] as const;
/** The best of every square of this many pixels are taken, so that they are spread. */
const BUCKET_PIXELS = 32;

/**
 * Corners by the segment test (Rosten, Porter and Drummond, "Faster and better", PAMI 2010): nine pixels in a row on a
 * circle that all are brighter, or all darker, than its centre. The tracker of the camera's motion has Shi and
 * Tomasi's corners on pictures of 10 000 pixels; on a whole frame they would take several times as long.
 * @param region whole pixels: left, top, right, bottom
 * @param most how many at most, the best first
 */
export function fastCorners(
  { width, data }: Plane,
  [left, top, right, bottom]: readonly [number, number, number, number],
  most: number,
): FastCorner[] {
  const circle = Int32Array.from(CIRCLE_X, (x, i) => (CIRCLE_Y[i] as number) * width + x);
  const [north = 0, east = 0, south = 0, west = 0] = [circle[0], circle[4], circle[8], circle[12]];
  const across = Math.max(0, right - left);
  const scores = new Float32Array(across * Math.max(0, bottom - top));
  const found: number[] = [];
  for (let y = top + 3; y < bottom - 3; y++) {
    const end = y * width + right - 3;
    for (let at = y * width + left + 3, to = (y - top) * across + 3; at < end; at++, to++) {
      const centre = data[at] as number;
      const low = centre - THRESHOLD;
      const high = centre + THRESHOLD;
      // Nine in a row hold two neighbours of these four.
      const n = data[at + north] as number;
      const s = data[at + south] as number;
      if (n <= high && n >= low && s <= high && s >= low) continue;
      const e = data[at + east] as number;
      const w = data[at + west] as number;
      const brighter = (n > high || s > high) && (e > high || w > high);
      if (!brighter && !((n < low || s < low) && (e < low || w < low))) continue;
      const score = arcScore(data, at, centre, circle);
      if (score <= 0) continue;
      scores[to] = score;
      found.push(to);
    }
  }
  const corners = found
    .filter((at) => isPeak(scores, at, across))
    .map((at) => ({
      x: left + (at % across),
      y: top + Math.floor(at / across),
      score: scores[at] as number,
    }));
  return spread(corners, most);
}

/** Sum of the differences beyond the threshold along the circle, 0 where no arc is long enough. */
function arcScore(data: Float32Array, at: number, centre: number, circle: Int32Array): number {
  // Without branches, of which half would be guessed wrong: a difference beyond the threshold sets the sign of a whole number.
  let brighter = 0;
  let darker = 0;
  for (let i = 0; i < 16; i++) {
    const parts = (PARTS * ((data[at + (circle[i] as number)] as number) - centre)) | 0;
    brighter |= ((PARTS * THRESHOLD - parts) >>> 31) << i;
    darker |= ((PARTS * THRESHOLD + parts) >>> 31) << i;
  }
  const sign = hasArc(brighter) ? 1 : hasArc(darker) ? -1 : 0;
  if (sign === 0) return 0;
  let sum = 0;
  for (let i = 0; i < 16; i++)
    sum += Math.max(0, sign * ((data[at + (circle[i] as number)] as number) - centre) - THRESHOLD);
  return sum;
}

/** Whether nine of sixteen bits in a circle are set in a row. */
function hasArc(bits: number): boolean {
  const twice = bits | (bits << 16);
  const two = twice & (twice >>> 1);
  const four = two & (two >>> 2);
  return (four & (four >>> 4) & (twice >>> 8)) !== 0;
}

function isPeak(scores: Float32Array, at: number, across: number): boolean {
  const score = scores[at] as number;
  for (let row = -across; row <= across; row += across) {
    for (let i = at + row - 1; i <= at + row + 1; i++) {
      // Of equal neighbours the first one counts.
      const other = scores[i] as number;
      if (i !== at && (other > score || (other === score && i < at))) return false;
    }
  }
  return true;
}

/** The best of every bucket, then the second best of every one, and so on. */
function spread(corners: readonly FastCorner[], most: number): FastCorner[] {
  if (corners.length <= most) return [...corners];
  const buckets = new Map<number, FastCorner[]>();
  for (const corner of corners.toSorted((a, b) => b.score - a.score || a.y - b.y || a.x - b.x)) {
    const key = Math.floor(corner.y / BUCKET_PIXELS) * 4096 + Math.floor(corner.x / BUCKET_PIXELS);
    const bucket = buckets.get(key);
    if (bucket) bucket.push(corner);
    else buckets.set(key, [corner]);
  }
  const chosen: FastCorner[] = [];
  for (let rank = 0; chosen.length < most; rank++) {
    const next = [...buckets.values()].flatMap((bucket) => bucket[rank] ?? []);
    if (next.length === 0) break;
    chosen.push(...next.toSorted((a, b) => b.score - a.score).slice(0, most - chosen.length));
  }
  return chosen;
}
