import { expect, test } from 'vitest';
import { PaintBudget } from '../../../console/viewer/paint-budget.ts';

const INTERVAL_MS = 1000 / 30;

const after = (frames: number, spentMs: number, budget = new PaintBudget()): PaintBudget => {
  for (let frame = 0; frame < frames; frame++) budget.note(spentMs, INTERVAL_MS);
  return budget;
};

test('painting that takes more than two fifths of the time between frames is too slow', () => {
  expect(after(60, 0.35 * INTERVAL_MS).exceeded).toBe(false);
  expect(after(60, 0.45 * INTERVAL_MS).exceeded).toBe(true);
});

test('neither the first frames nor a single slow one decide', () => {
  expect(after(5, 10 * INTERVAL_MS).exceeded).toBe(false);
  const once = after(60, 0.1 * INTERVAL_MS);
  once.note(2 * INTERVAL_MS, INTERVAL_MS);
  expect(once.exceeded).toBe(false);
});

test('a machine that becomes slow is noticed, and gets another chance after a reset', () => {
  const budget = after(20, INTERVAL_MS, after(60, 1));
  expect(budget.exceeded).toBe(true);
  budget.reset();
  expect(budget.exceeded).toBe(false);
});
