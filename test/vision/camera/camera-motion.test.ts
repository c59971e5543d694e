import { expect, test } from 'vitest';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { cameraMotion } from '../../../shared/vision/camera/camera-motion.ts';
import { IDENTITY, type Similarity } from '../../../shared/vision/camera/similarity.ts';

const transform = ({ scale, x, y }: Similarity, box: Box): Box => ({
  x: scale * box.x + x,
  y: scale * box.y + y,
  width: scale * box.width,
  height: scale * box.height,
});

const scene = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({
  x: 37 + 190 * k,
  y: 100 + 61 * ((k * 5) % 7),
  width: 40 + 3 * k,
  height: 100 + 11 * ((k * 3) % 8),
}));

test.each([
  { scale: 1, x: 160, y: -20 },
  { scale: 1.1, x: 30, y: 40 },
  { scale: 0.9, x: -200, y: 10 },
])('pan and zoom $scale, $x, $y are found from the boxes alone', (motion) => {
  const later = scene.map((box) =>
    transform({ scale: 1 / motion.scale, x: -motion.x / motion.scale, y: -motion.y / motion.scale }, box),
  );
  const found = cameraMotion(scene, later, IDENTITY);
  expect(found.scale).toBeCloseTo(motion.scale, 6);
  expect(found.x).toBeCloseTo(motion.x, 3);
  expect(found.y).toBeCloseTo(motion.y, 3);
});

test('objects that go their own ways do not move the camera', () => {
  const later = scene.map((box, k) => ({ ...box, x: box.x + (k % 2 ? 15 : -15) }));
  expect(cameraMotion(scene, later, IDENTITY)).toEqual(IDENTITY);
});

test('a step that all of a few people take together does not move the camera', () => {
  const few = scene.slice(0, 4);
  const later = few.map((box) => ({ ...box, x: box.x + 0.15 * box.width }));
  expect(cameraMotion(few, later, IDENTITY)).toEqual(IDENTITY);
});

test('a fast pan is found among small boxes that also move by themselves', () => {
  const small = scene.map((box) => ({ ...box, width: box.width / 2, height: box.height / 2 }));
  const later = small.map((box, k) => ({ ...box, x: box.x - 330 + (k % 3 === 0 ? 0.6 * box.width : 0) }));
  const { scale, x, y } = cameraMotion(small, later, IDENTITY);
  expect(scale).toBeCloseTo(1, 1);
  expect(Math.abs(scale * 640 + x - 640 - 330)).toBeLessThan(6);
  expect(Math.abs(scale * 300 + y - 300)).toBeLessThan(6);
});

test('two boxes that leap alike reveal the camera, one alone does not', () => {
  const leap = (boxes: typeof scene) =>
    cameraMotion(
      boxes,
      boxes.map((box) => ({ ...box, x: box.x + 80 })),
      IDENTITY,
    );
  expect(leap(scene.slice(0, 2)).x).toBeCloseTo(-80, 3);
  expect(leap(scene.slice(0, 1))).toEqual(IDENTITY);
});

test('what one search leaves in its arrays says nothing in the next', () => {
  const shifted = (boxes: readonly Box[], by: number) => boxes.map((box) => ({ ...box, x: box.x + by }));
  const crowd = [0, 1, 2].flatMap((row) => scene.map((box) => ({ ...box, y: box.y + 40 * row })));
  const few = scene.slice(0, 3);
  const alone = cameraMotion(few, shifted(few, 120), IDENTITY);
  expect(cameraMotion(crowd, shifted(crowd, -90), IDENTITY).x).toBeCloseTo(90, 3);
  expect(cameraMotion(few, shifted(few, 120), IDENTITY)).toEqual(alone);
  expect(cameraMotion([], [], IDENTITY)).toEqual(IDENTITY);
  // None of the boxes is of the size of another.
  const grown = few.map((box) => ({ ...box, width: 9 * box.width }));
  expect(cameraMotion(few, grown, IDENTITY)).toEqual(IDENTITY);
});
