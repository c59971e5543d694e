import { expect, test } from 'vitest';
import { boxesIn } from '../../../cli/demo/object-boxes.ts';

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

test('a box lies on the straight line between its keyframes', () => {
  const [box] = boxesIn([object], 25);
  expect(box).toMatchObject({ id: 'obj_1', label: 'person', y: 0.5, width: 0.2, height: 0.1 });
  expect(box?.x).toBeCloseTo(0.3);
  expect(boxesIn([object], 10)[0]?.x).toBe(0);
  expect(boxesIn([object], 30)[0]?.x).toBe(0.2);
});

test('an object is drawn from its first frame to its last one only', () => {
  expect(boxesIn([object], 9)).toEqual([]);
  expect(boxesIn([object], 31)).toEqual([]);
});

test('the name that a user gave goes before the detected label', () => {
  expect(boxesIn([{ ...object, userLabel: 'Ada' }], 12)[0]?.label).toBe('Ada');
});

test('a track of another shape is not drawn', () => {
  expect(boxesIn([{ ...object, track: [{ frame: 10, corners: [] }] }], 10)).toEqual([]);
  expect(boxesIn([{ ...object, track: [] }], 10)).toEqual([]);
});
