import { seededRandom } from '../../../kernel/random/seeded-random.ts';
import type { Plane } from '../../camera/luma-pyramid.ts';
import type { FramePyramid, Region } from '../frame/frame-pyramid.ts';
import { fastCorners } from './fast-corners.ts';

/** Places that can be recognised, one entry of every array (`WORDS` of `words`) for each. */
export interface Features {
  readonly count: number;
  /** Where they are. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The direction in which their surroundings are brighter, radians. */
  readonly angle: Float32Array;
  /** Pixels of the frame that one pixel of their level is wide. */
  readonly size: Float32Array;
  /** What they look like: binary tests. */
  readonly words: Uint32Array;
}

export const WORDS = 8;
const BITS = 32 * WORDS;

/** Pixels of the feature's level around it that are compared, and those that give its direction. */
const RADIUS = 12;
/** Directions that the tests are turned by. */
const TURNS = 32;
/** Pyramid levels that features are taken from, and the share of all features that each gives. */
const SHARES = [0.5, 0.3, 0.2] as const;

/**
 * For every direction and test the two places that it compares, x, y, x, y, in whole pixels of the level above the feature's, from
 * the pixel whose centre is up and to the left of it: one table for features a quarter of a pixel beyond that centre, one for three quarters.
 */
const TESTS = turnedTests();

/** Pairs drawn around the centre as BRIEF's authors found best (Calonder et al., ECCV 2010), turned as Rublee et al. do. */
function turnedTests(): readonly [Int8Array, Int8Array] {
  const random = seededRandom(12);
  const normal = (): number => {
    const spread = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    return Math.max(-1, Math.min(1, spread * 0.45)) * RADIUS;
  };
  const pairs = Array.from({ length: BITS }, () => [normal(), normal(), normal(), normal()] as const);
  const tables = [new Int8Array(TURNS * BITS * 4), new Int8Array(TURNS * BITS * 4)] as const;
  for (let turn = 0, at = 0; turn < TURNS; turn++) {
    const angle = (2 * Math.PI * turn) / TURNS;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (const [x, y, u, v] of pairs) {
      for (const place of [cos * x - sin * y, sin * x + cos * y, cos * u - sin * v, sin * u + cos * v]) {
        tables[0][at] = Math.round(0.25 + place / 2);
        tables[1][at] = Math.round(0.75 + place / 2);
        at++;
      }
    }
  }
  return tables;
}

/**
 * Corners of three pyramid levels with oriented binary descriptors (Rublee et al., "ORB", ICCV 2011). The level above a
 * corner's own serves as the smoothed picture that its tests compare.
 * @param most how many in all
 * @returns places in pixels of the frame
 */
export function findFeatures(pyramid: FramePyramid, region: Region, most: number): Features {
  const { levels } = pyramid;
  const found: { x: number; y: number; level: number }[] = [];
  for (const [level, share] of SHARES.entries()) {
    const [plane, above] = [levels[level], levels[level + 1]];
    if (!plane || !above) break;
    const bounds = boundsOn(level, plane, pyramid.region, region);
    for (const { x, y } of fastCorners(plane, bounds, Math.round(share * most))) found.push({ x, y, level });
  }
  const features = emptyFeatures(found.length);
  for (const [i, { x, y, level }] of found.entries()) {
    const above = levels[level + 1] as Plane;
    const size = 1 << level;
    const [u, v] = [(x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5];
    const angle = directionAt(above, Math.round(u), Math.round(v));
    features.x[i] = (x + 0.5) * size;
    features.y[i] = (y + 0.5) * size;
    features.size[i] = size;
    features.angle[i] = angle;
    describe(above, x, y, angle, features.words, i * WORDS);
  }
  return features;
}

/** The part of a level that lies in a region and whose surroundings the pyramid holds: left, top, right, bottom. */
function boundsOn(
  level: number,
  { width, height }: Plane,
  held: Region,
  wanted: Region,
): [number, number, number, number] {
  const scale = 1 << level;
  const margin = RADIUS + 4;
  return [
    Math.max(held.left > 0 ? held.left / scale + margin : 0, Math.ceil(wanted.left / scale)),
    Math.max(held.top > 0 ? held.top / scale + margin : 0, Math.ceil(wanted.top / scale)),
    Math.min(
      width,
      held.right < width * scale ? held.right / scale - margin : width,
      Math.floor(wanted.right / scale),
    ),
    Math.min(
      height,
      held.bottom < height * scale ? held.bottom / scale - margin : height,
      Math.floor(wanted.bottom / scale),
    ),
  ];
}

export const emptyFeatures = (count: number): Features => ({
  count,
  x: new Float32Array(count),
  y: new Float32Array(count),
  angle: new Float32Array(count),
  size: new Float32Array(count),
  words: new Uint32Array(count * WORDS),
});

/** From the centre of a disc to its centroid of brightness (Rosin, 1999). */
function directionAt(plane: Plane, x: number, y: number): number {
  const radius = RADIUS / 2;
  const { width, height, data } = plane;
  const within = x >= radius && y >= radius && x + radius < width && y + radius < height;
  let sumX = 0;
  let sumY = 0;
  for (let v = -radius; v <= radius; v++) {
    const reach = REACHES[v + radius] as number;
    for (let u = -reach; u <= reach; u++) {
      const value = within ? (data[(y + v) * width + x + u] as number) : pixelAt(plane, x + u, y + v);
      sumX += u * value;
      sumY += v * value;
    }
  }
  return Math.atan2(sumY, sumX);
}

/** Half the disc's width, row by row. */
const REACHES = Array.from({ length: RADIUS + 1 }, (_, i) =>
  Math.floor(Math.sqrt((RADIUS / 2) ** 2 - (i - RADIUS / 2) ** 2)),
);

/** @param x, y of the feature, in pixels of its own level */
function describe(plane: Plane, x: number, y: number, angle: number, words: Uint32Array, at: number): void {
  const { width, height, data } = plane;
  const turn = (Math.round((angle / (2 * Math.PI)) * TURNS) + TURNS) % TURNS;
  const left = (x - 1) >> 1;
  const top = (y - 1) >> 1;
  const across = TESTS[x % 2 === 0 ? 1 : 0] as Int8Array;
  const down = TESTS[y % 2 === 0 ? 1 : 0] as Int8Array;
  const within = left >= RADIUS && top >= RADIUS && left + RADIUS < width && top + RADIUS < height;
  let test = turn * BITS * 4;
  for (let word = 0; word < WORDS; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++, test += 4) {
      const p = left + (across[test] as number);
      const q = top + (down[test + 1] as number);
      const r = left + (across[test + 2] as number);
      const s = top + (down[test + 3] as number);
      const one = within ? (data[q * width + p] as number) : pixelAt(plane, p, q);
      const two = within ? (data[s * width + r] as number) : pixelAt(plane, r, s);
      bits = (bits << 1) | (one < two ? 1 : 0);
    }
    words[at + word] = bits;
  }
}

/** The outermost pixels go on outside the plane. */
function pixelAt({ width, height, data }: Plane, x: number, y: number): number {
  const u = x < 0 ? 0 : x >= width ? width - 1 : x;
  const v = y < 0 ? 0 : y >= height ? height - 1 : y;
  return data[v * width + u] as number;
}
