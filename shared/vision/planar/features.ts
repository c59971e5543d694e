import { seededRandom } from '../../kernel/random/seeded-random.ts';
import type { Plane } from '../camera/luma-pyramid.ts';
import { fastCorners } from './fast-corners.ts';
import type { FramePyramid, Region } from './frame-pyramid.ts';

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

/** For every direction and test the two places that it compares: x, y, x, y in pixels of the level above the feature's. */
const TESTS = turnedTests();

/** Pairs drawn around the centre as BRIEF's authors found best (Calonder et al., ECCV 2010), turned as Rublee et al. do. */
function turnedTests(): Float32Array {
  const random = seededRandom(12);
  const normal = (): number => {
    const spread = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    return Math.max(-1, Math.min(1, spread * 0.45)) * RADIUS;
  };
  const pairs = Array.from({ length: BITS }, () => [normal(), normal(), normal(), normal()] as const);
  const turned = new Float32Array(TURNS * BITS * 4);
  for (let turn = 0, at = 0; turn < TURNS; turn++) {
    const angle = (2 * Math.PI * turn) / TURNS;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (const [x, y, u, v] of pairs) {
      turned[at++] = (cos * x - sin * y) / 2;
      turned[at++] = (sin * x + cos * y) / 2;
      turned[at++] = (cos * u - sin * v) / 2;
      turned[at++] = (sin * u + cos * v) / 2;
    }
  }
  return turned;
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
    describe(above, u, v, angle, features.words, i * WORDS);
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
  let [sumX, sumY] = [0, 0];
  for (let v = -radius; v <= radius; v++) {
    const reach = Math.floor(Math.sqrt(radius * radius - v * v));
    for (let u = -reach; u <= reach; u++) {
      const value = pixelAt(plane, x + u, y + v);
      sumX += u * value;
      sumY += v * value;
    }
  }
  return Math.atan2(sumY, sumX);
}

function describe(plane: Plane, x: number, y: number, angle: number, words: Uint32Array, at: number): void {
  const turn = (Math.round((angle / (2 * Math.PI)) * TURNS) + TURNS) % TURNS;
  let test = turn * BITS * 4;
  for (let word = 0; word < WORDS; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++, test += 4) {
      const one = pixelAt(
        plane,
        Math.round(x + (TESTS[test] as number)),
        Math.round(y + (TESTS[test + 1] as number)),
      );
      const two = pixelAt(
        plane,
        Math.round(x + (TESTS[test + 2] as number)),
        Math.round(y + (TESTS[test + 3] as number)),
      );
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
