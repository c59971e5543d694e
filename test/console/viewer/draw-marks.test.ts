import { expect, test } from 'vitest';
import { drawMarks, type Emphasis } from '../../../console/viewer/draw-marks.ts';
import { marksAt } from '../../../console/viewer/marks.ts';
import { objectColour } from '../../../console/viewer/object-colour.ts';
import type { ViewerObject } from '../../../console/viewer/viewer-document.ts';

const car: ViewerObject = {
  id: 'car',
  kind: 'box',
  label: 'car',
  userLabel: null,
  track: [{ frame: 0, x: 0.2, y: 0.2, width: 0.4, height: 0.4 }],
};
const NOTHING_ELSE = { boxes: true, surfaces: true, labels: false, ids: false };

/** The drawing of a box: lines as colour and width, and how many rectangles beside them. */
function drawn(emphasis: Emphasis) {
  const lines: [unknown, unknown][] = [];
  let rectangles = 0;
  const ignored = () => undefined;
  const context = {
    strokeStyle: '',
    lineWidth: 0,
    beginPath: ignored,
    lineTo: ignored,
    closePath: ignored,
    fill: ignored,
    stroke: () => lines.push([context.strokeStyle, context.lineWidth]),
    fillRect: () => rectangles++,
    strokeRect: () => rectangles++,
  };
  drawMarks(
    context as unknown as CanvasRenderingContext2D,
    marksAt([car], 0),
    { x: 0, y: 0, width: 100, height: 100 },
    NOTHING_ELSE,
    emphasis,
  );
  return { lines, rectangles };
}

test('a selected object has a thicker outline with a white one around it, and no handles: it cannot be dragged', () => {
  const plain = drawn({ selected: null, hovered: null });
  const selected = drawn({ selected: 'car', hovered: null });
  expect(selected.rectangles).toBe(0);
  const widths = ({ lines }: typeof plain) => lines.map(([, width]) => Number(width));
  expect(Math.max(...widths(selected))).toBeGreaterThan(Math.max(...widths(plain)));
  expect(selected.lines.map(([colour]) => colour)).toContain('#fff');
  expect(plain.lines.map(([colour]) => colour)).not.toContain('#fff');
  for (const { lines } of [plain, selected]) expect(lines.at(-1)?.[0]).toBe(objectColour('car'));
});
