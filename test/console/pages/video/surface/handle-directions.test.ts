import { expect, test } from 'vitest';
import { handleDirections } from '../../../../../console/pages/video/surface/handle-directions.ts';

const rectangle = (width: number, height: number) => [
  { x: 100, y: 50 },
  { x: 100 + width, y: 50 },
  { x: 100 + width, y: 50 + height },
  { x: 100, y: 50 + height },
];

test('the handles of a small surface stand off its corners, away from its middle', () => {
  const away = Math.SQRT1_2;
  const directions = handleDirections(rectangle(20, 20)) ?? [];
  for (const [i, [x, y]] of [
    [-away, -away],
    [away, -away],
    [away, away],
    [-away, away],
  ].entries()) {
    expect(directions[i]?.x).toBeCloseTo(x ?? 0);
    expect(directions[i]?.y).toBeCloseTo(y ?? 0);
  }
});

test('one that is narrow is small, however high it is; those of a large one stand on its corners', () => {
  expect(handleDirections(rectangle(20, 400))).toHaveLength(4);
  expect(handleDirections(rectangle(200, 100))).toBeNull();
});

test('corners that are all in one place have handles beside it', () => {
  expect(handleDirections(rectangle(0, 0))).toEqual(Array(4).fill({ x: 0, y: -1 }));
});
