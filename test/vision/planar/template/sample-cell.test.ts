import { expect, test } from 'vitest';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { CELL_SAMPLES, CELL_SIDE, cellGrid } from '../../../../shared/vision/planar/template/cell-grid.ts';
import { sampleCell } from '../../../../shared/vision/planar/template/sample-cell.ts';

const SIZE = 128;
const grid = cellGrid(1, 32);

const pyramidOf = (grey: (x: number, y: number) => number): FramePyramid => {
  const data = Uint8Array.from({ length: SIZE * SIZE }, (_, i) =>
    grey((i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5),
  );
  const pyramid = new FramePyramid(SIZE, SIZE);
  pyramid.fill({ width: SIZE, height: SIZE, data }, { left: 0, top: 0, right: SIZE, bottom: SIZE });
  return pyramid;
};

test('a ramp is sampled exactly where the map takes each sample, at every distance between samples', () => {
  const pyramid = pyramidOf((x, y) => x - 0.5 + y - 0.5);
  for (const half of [14, 20, 27, 40]) {
    const map = Float64Array.of(half, 1, 64, -2, half, 62, 0.05, -0.03, 1);
    for (const cell of [0, 3, 9, 15]) {
      const samples = new Float32Array(CELL_SAMPLES);
      expect(sampleCell(pyramid, map, grid, cell, samples, 0)).toBe(true);
      for (const [i, sample] of samples.entries()) {
        const x = (grid.x[cell] ?? 0) + ((i % CELL_SIDE) - 3.5) * grid.stepX;
        const y = (grid.y[cell] ?? 0) + (Math.floor(i / CELL_SIDE) - 3.5) * grid.stepY;
        const w = 0.05 * x - 0.03 * y + 1;
        const [u, v] = [(half * x + y + 64) / w, (-2 * x + half * y + 62) / w];
        expect(sample).toBeCloseTo(u - 0.5 + v - 0.5, 3);
      }
    }
  }
});

test('fine stripes fade the more, the farther samples are apart', () => {
  const pyramid = pyramidOf((x) => (Math.floor(x) % 2 ? 200 : 0));
  const spans = [15, 18, 22, 30].map((half) => {
    const samples = new Float32Array(CELL_SAMPLES);
    sampleCell(pyramid, Float64Array.of(half, 0, 64, 0, half, 64, 0, 0, 1), grid, 5, samples, 0);
    return Math.max(...samples) - Math.min(...samples);
  });
  for (const [i, span] of spans.slice(1).entries()) expect(span).toBeLessThan(spans[i] ?? 0);
});

test('a cell that leaves what the pyramid holds is not sampled', () => {
  const pyramid = pyramidOf(() => 9);
  const map = Float64Array.of(30, 0, 20, 0, 30, 64, 0, 0, 1);
  expect(sampleCell(pyramid, map, grid, 0, new Float32Array(CELL_SAMPLES), 0)).toBe(false);
  expect(sampleCell(pyramid, map, grid, 3, new Float32Array(CELL_SAMPLES), 0)).toBe(true);
});

test('along all borders of a frame whose sides are no multiples of two, cells are sampled of the frame alone or not at all', () => {
  const [width, height] = [111, 83];
  const data = Uint8Array.from({ length: width * height }, (_, i) => (i % width) + Math.floor(i / width));
  const pyramid = new FramePyramid(width, height);
  pyramid.fill({ width, height, data }, { left: 0, top: 0, right: width, bottom: height });
  let sampled = 0;
  for (const half of [9, 15, 24, 40]) {
    for (let place = -20; place < 140; place += 0.75) {
      for (const [x, y] of [
        [place, 4],
        [place, height - 4],
        [4, place],
        [width - 4, place],
      ] as const) {
        const map = Float64Array.of(half, 0, x, 0, half, y, 0, 0, 1);
        for (const [cell, cx] of grid.x.entries()) {
          const samples = new Float32Array(CELL_SAMPLES);
          if (!sampleCell(pyramid, map, grid, cell, samples, 0)) continue;
          sampled++;
          const mean = samples.reduce((sum, sample) => sum + sample, 0) / CELL_SAMPLES;
          const expected = half * (cx + (grid.y[cell] ?? 0)) + x + y - 1;
          // At the border a pixel of a coarser level has no others beyond it to be the mean of.
          expect(Math.abs(mean - expected)).toBeLessThan(1);
        }
      }
    }
  }
  expect(sampled).toBeGreaterThan(1000);
});
