import { expect, test } from 'vitest';
import { objectBoxes } from '../../../cli/demo/object-boxes.ts';

const keyframe = (frame: number, x: number) => ({
  frame,
  time: frame / 30,
  x,
  y: 0.5,
  width: 0.2,
  height: 0.1,
});
const object = {
  id: 'obj_1',
  kind: 'box' as const,
  label: 'person',
  userLabel: null,
  confidence: 0.9,
  firstFrame: 10,
  lastFrame: 30,
  frameCount: 21,
  customData: {},
  track: [keyframe(10, 0), keyframe(20, 0.4), keyframe(30, 0.2)],
};

const boxesIn = (shown: Parameters<typeof objectBoxes>[0][number], frame: number) =>
  objectBoxes([shown])(frame);

test('a box lies on the straight line between its keyframes', () => {
  const [box] = boxesIn(object, 25);
  expect(box).toEqual({
    id: 'obj_1',
    label: 'person',
    x: expect.closeTo(0.3),
    y: 0.5,
    width: 0.2,
    height: 0.1,
  });
});

test('an object is drawn from its first frame to its last one only', () => {
  expect([9, 10, 30, 31].map((frame) => boxesIn(object, frame).length)).toEqual([0, 1, 1, 0]);
});

test('an object is not drawn where it is hidden', () => {
  const track = [keyframe(10, 0), { ...keyframe(16, 0), hidden: true }, keyframe(26, 0.4), keyframe(30, 0.2)];
  const drawn = [10, 15, 16, 25, 26, 30].map((frame) => boxesIn({ ...object, track }, frame).length);
  expect(drawn).toEqual([1, 1, 0, 0, 1, 1]);
});

test('the name that a user gave goes before the detected label', () => {
  expect(boxesIn({ ...object, userLabel: 'Ada' }, 12)[0]?.label).toBe('Ada');
});

test('a track of another shape is not drawn', () => {
  const corners = [0, 1, 2, 3].map((x) => ({ x, y: 0 }));
  expect(boxesIn({ ...object, track: [{ frame: 10, time: 0, corners }] }, 10)).toEqual([]);
  expect(boxesIn({ ...object, track: [] }, 10)).toEqual([]);
});
