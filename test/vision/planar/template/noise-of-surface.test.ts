import { expect, test } from 'vitest';
import { type Corners, type Homography, rectangleTo } from '../../../../shared/kernel/geometry/homography.ts';
import { seededRandom } from '../../../../shared/kernel/random/seeded-random.ts';
import { FramePyramid } from '../../../../shared/vision/planar/frame/frame-pyramid.ts';
import { noiseOf } from '../../../../shared/vision/planar/template/noise-of-surface.ts';
import { NOISE_LEVELS } from '../../../../shared/vision/planar/template/template.ts';

const SIZE = 240;
const SIDE = 160;
const corners: Corners = [40, 40, 200, 40, 200, 200, 40, 200];

/** Of a wall of waves this high, seen by a camera with noise of this deviation. */
function noiseAt(height: number, noise: number): number {
  const random = seededRandom(1);
  const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  const data = Uint8Array.from({ length: SIZE * SIZE }, (_, i) => {
    const wave = Math.sin((i % SIZE) / 3) * Math.sin(Math.floor(i / SIZE) / 3);
    return Math.round(128 + height * wave + noise * normal());
  });
  const pyramid = new FramePyramid(SIZE, SIZE);
  pyramid.fill({ width: SIZE, height: SIZE, data }, { left: 0, top: 0, right: SIZE, bottom: SIZE });
  return noiseOf(pyramid, rectangleTo(corners, 1, 1) as Homography, 1, SIDE);
}

test('strong texture is asked for as much contrast as ever', () => {
  expect(noiseAt(40, 0)).toBe(NOISE_LEVELS);
});

test('faint texture counts where the picture is clean', () => {
  expect(noiseAt(5, 0)).toBeGreaterThan(1);
  expect(noiseAt(5, 0)).toBeLessThan(3);
});

test('what is as faint as noise does not count', () => {
  expect(noiseAt(5, 2)).toBeGreaterThan(3.5);
  expect(noiseAt(0, 0)).toBe(1);
});
