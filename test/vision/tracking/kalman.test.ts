import { expect, test } from 'vitest';
import { initialAxis, predictAxis, updateAxis } from '../../../shared/vision/tracking/kalman.ts';

test('a coordinate that moves steadily is predicted exactly after enough measurements', () => {
  let state = initialAxis(0, 1, 10);
  for (let t = 1; t <= 50; t++) state = updateAxis(predictAxis(state, 1, 1e-6), 3 * t, 0.01);
  expect(predictAxis(state, 4, 1e-6).position).toBeCloseTo(3 * 54, 1);
});

test('one prediction over a long time equals many over its parts', () => {
  const state = updateAxis(predictAxis(initialAxis(2, 1, 3), 1, 0.5), 4, 0.2);
  const once = predictAxis(state, 3, 0.5);
  const thrice = predictAxis(predictAxis(predictAxis(state, 1, 0.5), 1, 0.5), 1, 0.5);
  for (const key of ['position', 'velocity', 'pp', 'pv', 'vv'] as const)
    expect(once[key]).toBeCloseTo(thrice[key], 9);
});

test('a measurement never makes the position less certain', () => {
  const before = predictAxis(initialAxis(0, 2, 1), 1, 1);
  expect(updateAxis(before, 5, 100).pp).toBeLessThan(before.pp);
});
