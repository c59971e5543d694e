import { expect, test } from 'vitest';
import { stretchesOf } from '../../../../../console/pages/video/lanes/stretches.ts';

const at = (frame: number, hidden = false) => ({ frame, time: 0, x: 0, y: 0, width: 1, height: 1, hidden });

test('a track that is seen throughout is one stretch, from its first to its last keyframe', () => {
  expect(stretchesOf([at(3), at(7), at(20)])).toEqual([{ from: 3, to: 20, hidden: false }]);
});

test('a hidden stretch lasts until the frame before the object is seen again', () => {
  expect(stretchesOf([at(0), at(5, true), at(8, true), at(10), at(12)])).toEqual([
    { from: 0, to: 4, hidden: false },
    { from: 5, to: 9, hidden: true },
    { from: 10, to: 12, hidden: false },
  ]);
});

test('a single keyframe is a stretch of one frame, and no keyframe is none', () => {
  expect(stretchesOf([at(4)])).toEqual([{ from: 4, to: 4, hidden: false }]);
  expect(stretchesOf([])).toEqual([]);
});
