import { describe, expect, test } from 'vitest';
import { drawnStretches, stretchesOf } from '../../../../../console/pages/video/lanes/stretches.ts';

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

describe('a lane', () => {
  const alternating = (count: number, step: number) =>
    Array.from({ length: count }, (_, i) => at(i * step, i % 2 === 1));

  test('shows each of a few stretches, however short', () => {
    const track = [at(0), at(50_000, true), at(70_000), at(70_001, true), at(90_000), at(99_000)];
    expect(drawnStretches(track, 100_000)).toEqual(stretchesOf(track));
  });

  test.each([1, 2, 249, 250, 1e9])(
    'shows no more than 401 of the stretches of a track that is hidden every other time, %d frames apart',
    (step) => {
      const track = alternating(100_000, step);
      const drawn = drawnStretches(track, 100_000);
      expect(drawn.length).toBeLessThanOrEqual(401);
      expect(drawn[0]?.from).toBe(0);
      expect(drawn.at(-1)?.to).toBeGreaterThanOrEqual(Math.min(99_999, stretchesOf(track).at(-1)?.to ?? 0));
    },
  );

  test('shows the long ones of many stretches where they are', () => {
    const track = [...alternating(1000, 1), at(50_000, true), at(80_000), at(99_000)];
    expect(drawnStretches(track, 100_000)).toEqual([
      { from: 0, to: 998, hidden: false },
      { from: 999, to: 79_999, hidden: true },
      { from: 80_000, to: 99_000, hidden: false },
    ]);
  });
});
