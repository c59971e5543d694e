import { expect, test } from 'vitest';
import { markAtPoint } from '../../../console/viewer/mark-at-point.ts';
import { marksAt } from '../../../console/viewer/marks.ts';
import type { ViewerObject } from '../../../console/viewer/viewer-document.ts';

const details = { label: 'thing', userLabel: null };

const box = (id: string, x: number, size: number): ViewerObject => ({
  ...details,
  id,
  kind: 'box',
  track: [{ frame: 0, x, y: x, width: size, height: size }],
});

const surface: ViewerObject = {
  ...details,
  id: 'diamond',
  kind: 'surface',
  track: [
    {
      frame: 0,
      corners: [
        { x: 0.8, y: 0.6 },
        { x: 1, y: 0.8 },
        { x: 0.8, y: 1 },
        { x: 0.6, y: 0.8 },
      ],
    },
  ],
};

const marks = marksAt([box('small', 0.2, 0.1), box('large', 0.1, 0.5), surface], 0);
const at = (x: number, y: number): string | undefined => markAtPoint(marks, { x, y })?.object.id;

test('of boxes within each other the smallest is picked', () => {
  expect(at(0.25, 0.25)).toBe('small');
  expect(at(0.15, 0.15)).toBe('large');
});

test('a surface is picked within its corners, not within the box around them', () => {
  expect(at(0.8, 0.8)).toBe('diamond');
  expect(at(0.95, 0.65)).toBeUndefined();
});

test('nothing is picked where nothing is', () => {
  expect(at(0.05, 0.9)).toBeUndefined();
});
