import { expect, test } from 'vitest';
import { selectionFrame } from '../../../../../console/pages/video/overlays/selection-frame.ts';
import { groundMap, PICTURE } from '../../../../../console/viewer/overlays/ground.ts';
import { readLook } from '../../../../../console/viewer/overlays/overlay-style.ts';
import type { Box } from '../../../../../shared/kernel/geometry/box.ts';

const video = { width: 1600, height: 900 };
/** The picture is shown half as large. */
const toPage = ({ x, y }: { x: number; y: number }) => ({ x: x * 800, y: y * 450 });

function frameOf(box: Box, strokeWidth: number) {
  const config = { shape: 'rectangle', stroke: '#ff0000', strokeWidth };
  const style = readLook({ id: 's', plugin: { type: 'core:shape', config } });
  const map = groundMap(PICTURE, video);
  if (map === null) throw new Error('The picture is never seen edge on');
  return selectionFrame({ style, ground: PICTURE, box }, video, map.toPicture, toPage).map(toPage);
}

test('the frame of a shape is three pixels of the page beyond its outline, on each side', () => {
  const [upperLeft, , lowerRight] = frameOf({ x: 0.25, y: 0.2, width: 0.5, height: 0.6 }, 0.04);
  // Half of the outline: 2 % of 450 pixels.
  expect(upperLeft).toEqual({ x: expect.closeTo(200 - 9 - 3), y: expect.closeTo(90 - 9 - 3) });
  expect(lowerRight).toEqual({ x: expect.closeTo(600 + 9 + 3), y: expect.closeTo(360 + 9 + 3) });
});

test('the frame of what reaches the edge of the picture lies on the edge; what is beyond has it beyond', () => {
  const [upperLeft, , lowerRight] = frameOf({ x: 0, y: -0.2, width: 1, height: 1 }, 0.04);
  expect(upperLeft).toEqual({ x: expect.closeTo(0), y: expect.closeTo(-90) });
  expect(lowerRight).toEqual({ x: expect.closeTo(800), y: expect.closeTo(360 + 12) });
});
