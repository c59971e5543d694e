import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { CELL_SAMPLES, CELL_SIDE } from '../../../shared/vision/planar/cell-grid.ts';
import { blurTemplate, ENDING, rasterOf, STEADY } from '../../../shared/vision/planar/motion-blur.ts';
import { surfaceLevels } from '../../../shared/vision/planar/surface-level.ts';
import { derive } from '../../../shared/vision/planar/template.ts';

test('every sample is the mean along its way, and the outermost ones go on outside the surface', () => {
  const [source, target] = [surfaceLevels(1, 32)[0], surfaceLevels(1, 32)[0]];
  if (!source || !target) throw new Error('a surface has a level');
  const random = seededRandom(3);
  const { template, grid } = source;
  template.known.fill(1);
  for (let i = 0; i < template.samples.length; i++) template.samples[i] = 255 * random();
  for (let cell = 0; cell < template.known.length; cell++) derive(template, cell);
  const side = grid.columns * CELL_SIDE;
  const raster = rasterOf(source);
  const at = (x: number, y: number): number => {
    const [u, v] = [x, y].map((value) => Math.min(side - 1, Math.max(0, value))) as [number, number];
    const [left, top] = [Math.min(side - 2, Math.floor(u)), Math.min(side - 2, Math.floor(v))];
    const row = (y: number): number => {
      const before = raster[y * side + left] ?? 0;
      return before + (u - left) * ((raster[y * side + left + 1] ?? 0) - before);
    };
    return row(top) + (v - top) * (row(top + 1) - row(top));
  };
  for (const course of [STEADY, ENDING]) {
    // A pixel of the frame is a sample, and the surface goes 6 of them right and 3 down.
    blurTemplate(target, source, [0, 0, side, 0, side, side, 0, side], [6, 3, 6, 3, 6, 3, 6, 3], course);
    for (const [i, sample] of target.template.samples.entries()) {
      const [cell, inCell] = [Math.floor(i / CELL_SAMPLES), i % CELL_SAMPLES];
      const x = (cell % grid.columns) * CELL_SIDE + (inCell % CELL_SIDE);
      const y = Math.floor(cell / grid.columns) * CELL_SIDE + Math.floor(inCell / CELL_SIDE);
      const mean = course.reduce((sum, share) => sum + at(x - 6 * share, y - 3 * share), 0) / course.length;
      expect(sample).toBeCloseTo(mean, 3);
    }
  }
});
