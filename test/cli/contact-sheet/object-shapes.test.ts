import { expect, test } from 'vitest';
import { countIn, shapesIn } from '../../../cli/contact-sheet/object-shapes.ts';

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

const shapesOf = (shown: Parameters<typeof shapesIn>[0][number], frame: number) => shapesIn([shown])(frame);

test('a box lies on the straight line between its keyframes', () => {
  const [box] = shapesOf(object, 25);
  expect(box).toEqual({
    id: 'obj_1',
    label: 'person obj_1',
    x: expect.closeTo(0.3),
    y: 0.5,
    width: 0.2,
    height: 0.1,
  });
});

test('an object is drawn from its first frame to its last one only', () => {
  expect([9, 10, 30, 31].map((frame) => shapesOf(object, frame).length)).toEqual([0, 1, 1, 0]);
});

test('an object is not drawn where it is hidden', () => {
  const track = [keyframe(10, 0), { ...keyframe(16, 0), hidden: true }, keyframe(26, 0.4), keyframe(30, 0.2)];
  const drawn = [10, 15, 16, 25, 26, 30].map((frame) => shapesOf({ ...object, track }, frame).length);
  expect(drawn).toEqual([1, 1, 0, 0, 1, 1]);
});

test('the name that a user gave goes before the detected label, and before the end of its id', () => {
  expect(shapesOf({ ...object, userLabel: 'Ada' }, 12)[0]?.label).toBe('Ada obj_1');
});

test.each([
  ['letters lose the marks that they carry', 'Café Ünlü', 'person', 'Cafe Unlu'],
  ['a name in another script gives way to the detected label', '駅の 時刻表', 'person', 'person'],
  ['a label in another script does to the kind', 'Плакат', 'афиша', 'box'],
])('%s', (_, userLabel, label, drawn) => {
  expect(shapesOf({ ...object, userLabel, label }, 12)[0]?.label).toBe(`${drawn} obj_1`);
});

const corners = (x: number) => [
  { x, y: 0.1 },
  { x: x + 0.3, y: 0.1 },
  { x: x + 0.3, y: 0.5 },
  { x, y: 0.5 },
];
const surface = {
  ...object,
  kind: 'surface' as const,
  label: 'surface',
  userLabel: 'Board',
  track: [
    { frame: 10, time: 0.4, corners: corners(0) },
    { frame: 20, time: 0.8, corners: corners(0.2) },
    { frame: 21, time: 0.84, corners: corners(0.2), hidden: true },
    { frame: 30, time: 1.2, corners: corners(0.4) },
  ],
};

test('a surface has its corners on the straight lines between those of its keyframes, and its name', () => {
  const [shape] = shapesOf(surface, 15);
  expect(shape).toEqual({
    id: 'obj_1',
    label: 'Board obj_1',
    corners: corners(0.1).map(({ x, y }) => ({ x: expect.closeTo(x), y })),
  });
});

test('a surface is not drawn where it is lost', () => {
  const drawn = [9, 10, 20, 21, 29, 30, 31].map((frame) => shapesOf(surface, frame).length);
  expect(drawn).toEqual([0, 1, 1, 0, 0, 1, 0]);
});

test('an object without keyframes is not drawn', () => {
  expect(shapesOf({ ...object, track: [] }, 10)).toEqual([]);
  expect(shapesOf({ ...surface, track: [] }, 10)).toEqual([]);
});

test('as many objects are counted in a frame as are drawn there', () => {
  const objects = [object, surface, { ...object, track: [] }];
  for (const frame of [9, 10, 20, 21, 25, 30, 31])
    expect(countIn(objects, frame), `frame ${frame}`).toBe(shapesIn(objects)(frame).length);
});
