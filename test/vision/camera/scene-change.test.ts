import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { Plane } from '../../../shared/vision/camera/luma-pyramid.ts';
import { sceneChange } from '../../../shared/vision/camera/scene-change.ts';

const [WIDTH, HEIGHT] = [138, 78];

const plane = (valueAt: (x: number, y: number) => number): Plane => ({
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => valueAt(i % WIDTH, Math.floor(i / WIDTH))),
});

/** Normal noise of this standard deviation (Box and Muller). */
function normal(seed: number, sigma: number): () => number {
  const random = seededRandom(seed);
  return () => sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const texture = (x: number, y: number): number => 120 + 60 * Math.sin(x / 3) * Math.cos(y / 5);

test('the same picture has not changed', () => {
  expect(sceneChange(plane(texture), plane(texture))).toMatchObject({ greatest: 0, noise: 0 });
});

test.each([
  ['in the middle', 60, 40],
  ['in a corner', 0, 0],
  ['at the far border', WIDTH - 3, HEIGHT - 3],
])('a thing of three by three pixels counts almost as much as it differs, %s', (_, left, top) => {
  const thing = plane(
    (x, y) => texture(x, y) + (x >= left && x < left + 3 && y >= top && y < top + 3 ? 40 : 0),
  );
  expect(sceneChange(plane(texture), thing).greatest).toBeCloseTo((40 * 8) / 9, 1);
});

test('the change is returned for the patches that touch a box', () => {
  const thing = plane((x, y) => texture(x, y) + (x >= 60 && x < 70 && y >= 40 && y < 50 ? 40 : 0));
  const { greatest, within } = sceneChange(plane(texture), thing);
  expect(within({ x: 55, y: 30, width: 20, height: 30 })).toBe(greatest);
  expect(within({ x: 64.5, y: 44.5, width: 0.5, height: 0.5 })).toBeGreaterThan(0);
  expect(within({ x: 100, y: 10, width: 30, height: 30 })).toBeLessThan(0.01);
  expect(within({ x: -20, y: -20, width: 200, height: 200 })).toBe(greatest);
  expect(within({ x: 200, y: 10, width: 30, height: 30 })).toBe(0);
});

test('a change of the light that is the same everywhere is none', () => {
  expect(
    sceneChange(
      plane(texture),
      plane((x, y) => texture(x, y) + 30),
    ).greatest,
  ).toBeLessThan(0.01);
});

test('noise is measured, also while a third of the picture changes', () => {
  const [first, second] = [normal(1, 6), normal(2, 6)];
  const later = plane((x, y) => texture(x, y) + second() + (x < WIDTH / 3 ? 50 * Math.sin(x * y) : 0));
  // The patch is nine of the 81 pixels of its surroundings.
  const expected = 6 * Math.sqrt(2 * (1 / 9 - 1 / 81));
  const { noise } = sceneChange(
    plane((x, y) => texture(x, y) + first()),
    later,
  );
  expect(noise / expected).toBeGreaterThan(0.9);
  expect(noise / expected).toBeLessThan(1.6);
});

test('pictures smaller than the surroundings of a patch are compared all the same', () => {
  const tiny = (value: number): Plane => ({ width: 5, height: 4, data: new Float32Array(20).fill(value) });
  expect(sceneChange(tiny(10), tiny(35)).greatest).toBe(25);
});
