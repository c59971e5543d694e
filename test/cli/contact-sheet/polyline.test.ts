import fc from 'fast-check';
import { expect, test } from 'vitest';
import { strokePolylines, type Vertex } from '../../../cli/contact-sheet/polyline.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';

const WIDTH = 40;
const HEIGHT = 30;

function distance([[ax, ay], [bx, by]]: readonly [Vertex, Vertex], x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

test('every pixel of a stroke is as opaque as its centre lies within it, and no other is drawn', () => {
  const coordinate = (limit: number) =>
    fc.oneof(
      fc.integer({ min: -20, max: limit + 20 }),
      fc.double({ min: -20, max: limit + 20, noNaN: true }),
    );
  const vertex = fc.tuple(coordinate(WIDTH), coordinate(HEIGHT));
  const lines = fc.array(fc.array(vertex, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(lines, fc.double({ min: 0.5, max: 3, noNaN: true }), (given, halfStroke) => {
      const image = blankImage(WIDTH, HEIGHT);
      strokePolylines(image, given, halfStroke, [255, 0, 0]);
      const segments = given.flatMap((line) =>
        line.map((from, i): [Vertex, Vertex] => [from, line[i + 1] ?? from]),
      );
      let worst = 0;
      for (let at = 0; at < WIDTH * HEIGHT; at++) {
        const [x, y] = [(at % WIDTH) + 0.5, Math.floor(at / WIDTH) + 0.5];
        const nearest = Math.min(...segments.map((segment) => distance(segment, x, y)));
        const opacity = Math.max(0, Math.min(1, halfStroke + 0.5 - nearest));
        worst = Math.max(worst, Math.abs((image.data[3 * at] ?? 0) - 255 * opacity));
      }
      expect(worst).toBeLessThanOrEqual(0.51);
    }),
  );
});

test('an outline costs by its length, not by the area that it goes round', () => {
  const image = blankImage(800, 600);
  const corners: Vertex[] = [
    [2, 2],
    [798, 4],
    [796, 598],
    [4, 596],
  ];
  const sides = corners.map((corner, i): Vertex[] => [corner, corners[(i + 1) % 4] ?? corner]);
  const cost = (drawn: () => void): number => {
    const times = Array.from({ length: 3 }, () => {
      const { user } = process.cpuUsage();
      for (let i = 0; i < 10; i++) drawn();
      return process.cpuUsage().user - user;
    });
    return Math.min(...times);
  };
  const apart = cost(() => {
    for (const side of sides) strokePolylines(image, [side], 1, [255, 0, 0]);
  });
  const together = cost(() => strokePolylines(image, [[...corners, corners[0] ?? [0, 0]]], 1, [255, 0, 0]));
  expect(together / apart).toBeLessThan(4);
});
