import { describe, expect, test } from 'vitest';
import {
  cornersFault,
  isComplete,
  lackOf,
  middleRectangle,
  moveCorner,
  placeCorner,
  type SurfaceDraft,
} from '../../../../../console/pages/video/surface/surface-draft.ts';

const video = { totalFrames: 100, fps: 30, width: 640, height: 360 };
const empty: SurfaceDraft = { name: 'Sign', frame: 12, corners: [] };
const square = middleRectangle(empty);

test('corners are placed in order until there are four', () => {
  let draft = empty;
  for (const x of [0.1, 0.2, 0.3, 0.4]) draft = placeCorner(draft, { x, y: 0.5 });
  expect(draft.corners.map(({ x }) => x)).toEqual([0.1, 0.2, 0.3, 0.4]);
  expect(isComplete(draft)).toBe(true);
  expect(placeCorner(draft, { x: 0.5, y: 0.5 })).toBe(draft);
});

test('a moved corner leaves the others, and stays where the contract allows corners', () => {
  const moved = moveCorner(square, 2, { x: 50, y: 1 / 3 });
  expect(moved.corners[2]).toEqual({ x: 11, y: 0.333333 });
  expect(moved.corners.toSpliced(2, 1)).toEqual(square.corners.toSpliced(2, 1));
});

test('what is still missing is shown until a surface can be tracked', () => {
  expect(lackOf({ ...empty, name: ' ' })).toBe('Still missing: 4 corners and a name.');
  expect(lackOf({ ...square, corners: square.corners.slice(1) })).toBe('Still missing: 1 corner.');
  expect(lackOf({ ...square, name: '' })).toBe('Still missing: a name.');
  expect(lackOf(square)).toBeNull();
});

describe('corners that the service would refuse', () => {
  test('have no fault yet while some are missing', () => {
    expect(cornersFault(placeCorner(empty, { x: 0, y: 0 }), video)).toBeNull();
    expect(cornersFault(square, video)).toBeNull();
  });

  test('are reported for sides that cross, that are too short, and for a surface outside of the frame', () => {
    const [a, b, c, d] = square.corners;
    const fault = (...corners: unknown[]) =>
      cornersFault({ ...square, corners: corners as SurfaceDraft['corners'] }, video);
    expect(fault(a, c, b, d)).toMatch(/^The sides cross\./);
    expect(fault(a, b, { x: 0.4, y: 0.4 }, d)).toMatch(/^One corner lies inside the triangle/);
    expect(fault(a, b, { x: 0.5, y: 0.5 }, d)).toMatch(/^One corner lies on the line/);
    expect(fault(a, { x: 0.36, y: 0.35 }, c, d)).toMatch(/at least 16 pixels of the video/);
    expect(fault(...square.corners.map(({ x, y }) => ({ x: x + 1, y })))).toMatch(/outside the picture/);
  });
});
