import { expect, test } from 'vitest';
import { predict, still, update } from '../../../shared/vision/tracking/kalman.ts';

test('a coordinate that moves steadily is predicted exactly after enough measurements', () => {
  let motion = still(0, 1, 10);
  for (let t = 1; t <= 50; t++) motion = update(predict(motion, 1, 1e-6), 3 * t, 0.01);
  expect(predict(motion, 4, 1e-6).position).toBeCloseTo(3 * 54, 1);
});

test('one prediction over a long time equals many over its parts', () => {
  const motion = update(predict(still(2, 1, 3), 1, 0.5), 4, 0.2);
  const once = predict(motion, 3, 0.5);
  const thrice = predict(predict(predict(motion, 1, 0.5), 1, 0.5), 1, 0.5);
  for (const key of ['position', 'velocity', 'pp', 'pv', 'vv'] as const)
    expect(once[key]).toBeCloseTo(thrice[key], 9);
});

test('a measurement never makes the position less certain', () => {
  const before = predict(still(0, 2, 1), 1, 1);
  expect(update(before, 5, 100).pp).toBeLessThan(before.pp);
});
