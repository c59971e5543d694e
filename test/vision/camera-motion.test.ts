import { expect, test } from 'vitest';
import { cameraMotion, identity, transform } from '../../shared/vision/camera-motion.ts';

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
  const found = cameraMotion(scene, later, identity);
  expect(found.scale).toBeCloseTo(motion.scale, 6);
  expect(found.x).toBeCloseTo(motion.x, 3);
  expect(found.y).toBeCloseTo(motion.y, 3);
});

test('objects that go their own ways do not move the camera', () => {
  const later = scene.map((box, k) => ({ ...box, x: box.x + (k % 2 ? 15 : -15) }));
  expect(cameraMotion(scene, later, identity)).toEqual(identity);
});

test('two boxes are no evidence', () => {
  const two = scene.slice(0, 2);
  expect(
    cameraMotion(
      two,
      two.map((box) => ({ ...box, x: box.x + 80 })),
      identity,
    ),
  ).toEqual(identity);
});
