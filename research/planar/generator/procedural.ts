import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { type Texture, toTexture } from './texture.ts';

type Random = () => number;

const SIDE = 640;

/** Things that hang on walls: shapes and lines of type over soft noise. */
export function poster(seed: number): Texture {
  const random = seededRandom(seed);
  const data = noise(random, 60 + 80 * random(), 35);
  for (let shape = 0; shape < 26; shape++) drawShape(data, random);
  for (let line = 0; line < 10; line++) drawType(data, random);
  return toTexture(SIDE, SIDE, data);
}

/** Nothing but soft and fine noise, as of stone or fabric. */
export const stone = (seed: number): Texture => {
  const random = seededRandom(seed);
  return toTexture(SIDE, SIDE, noise(random, 128, 130));
};

/** The same tile over and over; only its stains differ. */
export function tiledWall(seed: number): Texture {
  const random = seededRandom(seed);
  const count = 6 + Math.floor(4 * random());
  const tile = noise(random, 140, 60);
  const stains = noise(random, 0, 14);
  const data = new Float32Array(SIDE * SIDE);
  const size = SIDE / count;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [u, v] = [x % size, y % size];
      const joint = u < 5 || v < 5;
      const within = Math.floor(v) * SIDE + Math.floor(u);
      data[y * SIDE + x] = (joint ? 60 : (tile[within] as number)) + (stains[y * SIDE + x] as number);
    }
  }
  return toTexture(SIDE, SIDE, clipped(data));
}

/** A wall with a few faint marks. */
export function plain(seed: number): Texture {
  const random = seededRandom(seed);
  const data = noise(random, 150, 10);
  for (let mark = 0; mark < 7; mark++) drawShape(data, random, 0.12, 45);
  return toTexture(SIDE, SIDE, clipped(data));
}

/** Plaster on a wall: a few grey levels, without marks. */
export function plaster(seed: number): Texture {
  const random = seededRandom(seed);
  return toTexture(SIDE, SIDE, noise(random, 150, 25));
}

/** Boards that lie one above the other, of even colour along their length. */
export function boards(seed: number): Texture {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 5 }, () => [0.02 + 0.3 * random(), 6.28 * random()] as const);
  const data = new Float32Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    const level = waves.reduce((sum, [frequency, phase]) => sum + 25 * Math.sin(y * frequency + phase), 128);
    data.fill(level, y * SIDE, (y + 1) * SIDE);
  }
  return toTexture(SIDE, SIDE, clipped(data));
}

/** One grey level. */
export const even = (level: number): Texture =>
  toTexture(SIDE, SIDE, new Float32Array(SIDE * SIDE).fill(level));

/** Octaves of value noise around `mean`, `range` levels from one end to the other. */
function noise(random: Random, mean: number, range: number): Float32Array {
  const data = new Float32Array(SIDE * SIDE).fill(mean);
  for (let octave = 0, cells = 4; cells <= 256; octave++, cells *= 2) {
    const lattice = Float32Array.from({ length: (cells + 1) ** 2 }, () => random() - 0.5);
    const height = range * 0.62 ** octave;
    const columns = Uint16Array.from({ length: SIDE }, (_, x) => Math.floor((x / SIDE) * cells));
    const shares = Float64Array.from({ length: SIDE }, (_, x) => smooth(((x / SIDE) * cells) % 1));
    for (let y = 0; y < SIDE; y++) {
      const v = (y / SIDE) * cells;
      const row = Math.floor(v) * (cells + 1);
      const fv = smooth(v % 1);
      for (let x = 0; x < SIDE; x++) {
        const i = row + (columns[x] as number);
        const fu = shares[x] as number;
        const above = mix(lattice[i] as number, lattice[i + 1] as number, fu);
        const below = mix(lattice[i + cells + 1] as number, lattice[i + cells + 2] as number, fu);
        data[y * SIDE + x] = (data[y * SIDE + x] as number) + height * mix(above, below, fv);
      }
    }
  }
  return data;
}

const smooth = (share: number): number => share * share * (3 - 2 * share);
const mix = (a: number, b: number, share: number): number => a + (b - a) * share;
const clipped = (data: Float32Array): Float32Array => data.map((value) => Math.min(250, Math.max(5, value)));

/** A rectangle or an ellipse, turned by any angle. */
function drawShape(data: Float32Array, random: Random, largest = 0.28, contrast = 200): void {
  const [cx, cy] = [SIDE * random(), SIDE * random()];
  const [a, b] = [SIDE * (0.02 + largest * random()) * 0.5, SIDE * (0.02 + largest * random()) * 0.5];
  const angle = Math.PI * random();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const round = random() < 0.5;
  const level = 128 + contrast * (random() - 0.5);
  const reach = Math.ceil(Math.hypot(a, b));
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(SIDE, cy + reach); y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(SIDE, cx + reach); x++) {
      const u = ((x - cx) * cos + (y - cy) * sin) / a;
      const v = ((y - cy) * cos - (x - cx) * sin) / b;
      if (round ? u * u + v * v < 1 : Math.abs(u) < 1 && Math.abs(v) < 1) data[y * SIDE + x] = level;
    }
  }
}

/** A row of upright and lying strokes, as letters are from afar. */
function drawType(data: Float32Array, random: Random): void {
  const height = 8 + Math.floor(16 * random());
  const top = Math.floor((SIDE - height) * random());
  const level = random() < 0.5 ? 15 : 240;
  let x = Math.floor(SIDE * 0.6 * random());
  const end = Math.min(SIDE - height, x + SIDE * (0.2 + 0.4 * random()));
  for (; x < end; x += Math.ceil(height * (0.5 + 0.5 * random()))) {
    const thickness = Math.max(2, height >> 3);
    for (let stroke = 0; stroke < 3; stroke++) {
      const upright = random() < 0.5;
      const [left, upper] = [
        x + Math.floor(random() * height * 0.4),
        top + Math.floor(random() * height * 0.8),
      ];
      const [width, length] = upright ? [thickness, height] : [height >> 1, thickness];
      for (let v = upright ? top : upper; v < Math.min(SIDE, (upright ? top : upper) + length); v++)
        for (let u = left; u < Math.min(SIDE, left + width); u++) data[v * SIDE + u] = level;
    }
  }
}
