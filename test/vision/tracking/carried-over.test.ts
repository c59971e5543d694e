import { expect, test } from 'vitest';
import { carriedOver } from '../../../shared/vision/tracking/carried-over.ts';

const panel = { box: { x: 10, y: 20, width: 40, height: 30 }, score: 0.6, label: 'tvmonitor' };
const beside = { ...panel, box: { ...panel.box, x: 60 }, score: 0.9 };
const jittered = { ...panel, box: { ...panel.box, x: 13 } };
const never = () => false;

test('where nothing has changed, both inference frames show the same picture', () => {
  expect(carriedOver([panel], [{ ...jittered, score: 0.4 }], never)).toEqual([{ ...panel, score: 0.5 }]);
  expect(carriedOver([panel], [{ ...jittered, score: 0.8 }], never)).toEqual([{ ...panel, score: 0.7 }]);
});

test('what the second look does not find there is half as sure', () => {
  expect(carriedOver([panel], [beside], never)).toEqual([{ ...panel, score: 0.3 }]);
  expect(carriedOver([panel], [], never)).toEqual([{ ...panel, score: 0.3 }]);
});

test('an object whose name the detector is not sure of is confirmed under another name', () => {
  expect(carriedOver([panel], [{ ...jittered, label: 'laptop', score: 0.6 }], never)).toEqual([panel]);
});

test('where the picture has changed by the second look, that says nothing about what was there', () => {
  expect(carriedOver([panel, beside], [], (box) => box === panel.box)).toEqual([
    panel,
    { ...beside, score: 0.45 },
  ]);
});
