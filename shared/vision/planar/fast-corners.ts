import type { Plane } from '../camera/luma-pyramid.ts';

/** A corner in pixels of its plane: those of the pixel's top-left corner. */
export interface FastCorner {
  readonly x: number;
  readonly y: number;
  readonly score: number;
}

/** Levels by which pixels of the circle differ from its centre. */
const THRESHOLD = 8;
const ARC = 9;
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
  const circle = CIRCLE_X.map((x, i) => (CIRCLE_Y[i] as number) * width + x);
  const [north, east, south, west] = [circle[0], circle[4], circle[8], circle[12]] as [
    number,
    number,
    number,
    number,
  ];
  const across = Math.max(0, right - left);
  const scores = new Float32Array(across * Math.max(0, bottom - top));
  const found: number[] = [];
  for (let y = top + 3; y < bottom - 3; y++) {
    for (let x = left + 3; x < right - 3; x++) {
      const at = y * width + x;
      const centre = data[at] as number;
      const [low, high] = [centre - THRESHOLD, centre + THRESHOLD];
      const [n, e, s, w] = [data[at + north], data[at + east], data[at + south], data[at + west]] as [
        number,
        number,
        number,
        number,
      ];
      // Nine in a row hold two of these four.
      const brighter = (n > high ? 1 : 0) + (e > high ? 1 : 0) + (s > high ? 1 : 0) + (w > high ? 1 : 0);
      const darker = (n < low ? 1 : 0) + (e < low ? 1 : 0) + (s < low ? 1 : 0) + (w < low ? 1 : 0);
      if (brighter < 2 && darker < 2) continue;
      const score = arcScore(data, at, centre, circle);
      if (score <= 0) continue;
      scores[(y - top) * across + x - left] = score;
      found.push((y - top) * across + x - left);
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
function arcScore(data: Float32Array, at: number, centre: number, circle: readonly number[]): number {
  let [sign, run, longest] = [0, 0, 0];
  let [bright, dark] = [0, 0];
  let longestSign = 0;
  for (let i = 0; i < 16 + ARC - 1; i++) {
    const difference = (data[at + (circle[i & 15] as number)] as number) - centre;
    const here = difference > THRESHOLD ? 1 : difference < -THRESHOLD ? -1 : 0;
    run = here !== 0 && here === sign ? run + 1 : 1;
    sign = here;
    if (here !== 0 && run > longest) [longest, longestSign] = [run, here];
    if (i < 16) {
      if (here > 0) bright += difference - THRESHOLD;
      else if (here < 0) dark -= difference + THRESHOLD;
    }
  }
  return longest >= ARC ? (longestSign > 0 ? bright : dark) : 0;
}

function isPeak(scores: Float32Array, at: number, across: number): boolean {
  const score = scores[at] as number;
  for (const row of [-across, 0, across]) {
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
