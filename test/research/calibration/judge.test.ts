import { expect, test } from 'vitest';
import { judge } from '../../../research/calibration/judge.ts';
import type { LabelledBox } from '../../../research/calibration/labelled-images.ts';

const at = (x: number, width = 10) => ({ x, y: 0, width, height: 10 });
const object = (x: number, label = 'cup', crowd = false): LabelledBox => ({ label, box: at(x), crowd });
const found = (score: number, x: number, label = 'cup') => ({ score, label, box: at(x) });
const rights = (...args: Parameters<typeof judge>) =>
  judge(...args).map(({ score, right }) => [score, right]);

test('a detection is right where it overlaps an object of its label by half', () => {
  expect(rights([found(0.9, 3), found(0.8, 54)], [object(0), object(50)])).toEqual([
    [0.9, true],
    [0.8, false],
  ]);
});

test('an object of another label does not count', () => {
  expect(rights([found(0.9, 0, 'fork')], [object(0)])).toEqual([[0.9, false]]);
});

test('of two detections of one object the surer is right, whatever their order', () => {
  expect(rights([found(0.4, 0), found(0.7, 2)], [object(0)])).toEqual([
    [0.7, true],
    [0.4, false],
  ]);
});

test('a detection takes the object that it overlaps most', () => {
  expect(rights([found(0.9, 2), found(0.8, -1)], [object(0), object(3)])).toEqual([
    [0.9, true],
    [0.8, true],
  ]);
});

test('what lies in a crowd is neither right nor wrong; the crowd itself is no object', () => {
  const crowd = { ...object(0, 'cup', true), box: at(0, 100) };
  expect(rights([found(0.9, 20), found(0.8, 96), found(0.7, 40, 'fork')], [crowd])).toEqual([
    [0.8, false],
    [0.7, false],
  ]);
});
