import { expect, test } from 'vitest';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { blurTemplate, ENDING, rasterOf, STEADY } from '../../../../shared/vision/planar/blur/motion-blur.ts';
import { CELL_SAMPLES, CELL_SIDE } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { type SurfaceLevel, surfaceLevels } from '../../../../shared/vision/planar/template/surface-level.ts';
import { derive } from '../../../../shared/vision/planar/template/template.ts';

/** Samples along a side. */
const SIDE = 32;
const CELLS = SIDE / CELL_SIDE;
const UNKNOWN_CELL = 2 * CELLS;

const level = (): SurfaceLevel => surfaceLevels(1, SIDE)[0] as SurfaceLevel;

/** So far from its middle a surface ends, where a pixel of the frame is a sample. */
const HALF = 1 / level().grid.stepX;
const CORNERS = [-HALF, -HALF, HALF, -HALF, HALF, HALF, -HALF, HALF] as const;

/** Random samples, all of them known but those of one cell at the left border, in the third row. */
function drawn(): SurfaceLevel {
  const source = level();
  const { template } = source;
  const random = seededRandom(3);
  template.known.fill(1);
  template.known[UNKNOWN_CELL] = 0;
  for (let i = 0; i < template.samples.length; i++) template.samples[i] = 255 * random();
  for (let cell = 0; cell < template.known.length; cell++) derive(template, cell);
  return source;
}

/** Between the samples of a raster; undefined where one of them is not known. */
function sampleAt(raster: Float32Array, x: number, y: number): number | undefined {
  let sum = 0;
  for (const [u, across] of shares(x))
    for (const [v, down] of shares(y)) {
      const outside = u < 0 || v < 0 || u >= SIDE || v >= SIDE;
      if (outside || Math.floor(v / CELL_SIDE) * CELLS + Math.floor(u / CELL_SIDE) === UNKNOWN_CELL)
        return undefined;
      sum += across * down * (raster[v * SIDE + u] as number);
    }
  return sum;
}

const shares = (at: number): [number, number][] => {
  const first = Math.floor(at);
  return at === first
    ? [[first, 1]]
    : [
        [first, first + 1 - at],
        [first + 1, at - first],
      ];
};

const placeOf = (i: number): [number, number] => {
  const [cell, inCell] = [Math.floor(i / CELL_SAMPLES), i % CELL_SAMPLES];
  return [
    (cell % CELLS) * CELL_SIDE + (inCell % CELL_SIDE),
    Math.floor(cell / CELLS) * CELL_SIDE + Math.floor(inCell / CELL_SIDE),
  ];
};

test.each([
  { way: 'through the middle of the exposure', course: STEADY, bend: 0, left: 3 },
  { way: 'to the middle of the exposure', course: ENDING, bend: 0, left: 7 },
  { way: 'along a bent line', course: STEADY, bend: 4, left: 3 },
])(
  'every sample is the mean along its way, $way; cells that see anything else on it are unknown',
  ({ course, bend, left }) => {
    const [source, target] = [drawn(), level()];
    const raster = rasterOf(source);
    const motion = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 6 : 3));
    const bends = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? bend : 0));
    blurTemplate(target, source, CORNERS, motion, course, bends);
    // A surface that is at x at a moment shows there, in the middle of the exposure, what lies x before.
    const seen = Array.from(target.template.samples, (_, i) => {
      const [x, y] = placeOf(i);
      const along = course.map((share) =>
        sampleAt(raster, x - 6 * share - 2 * bend * share ** 2, y - 3 * share),
      );
      return along.includes(undefined)
        ? undefined
        : along.reduce<number>((sum, value) => sum + (value ?? 0), 0) / course.length;
    });
    const known = source.template.known.map((_, cell) =>
      seen.slice(cell * CELL_SAMPLES, (cell + 1) * CELL_SAMPLES).includes(undefined) ? 0 : 1,
    );
    expect(target.template.known).toEqual(known);
    expect(known.reduce((sum, one) => sum + one, 0)).toBe(left);
    for (const [i, sample] of target.template.samples.entries())
      if (known[Math.floor(i / CELL_SAMPLES)]) expect(sample).toBeCloseTo(seen[i] as number, 3);
  },
);

test('a surface that moves along a row of cells keeps those at the sides that it moves along', () => {
  const [source, target] = [drawn(), level()];
  blurTemplate(target, source, CORNERS, [6, 0, 6, 0, 6, 0, 6, 0]);
  expect([...target.template.known]).toEqual([0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0]);
});
