import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { blendPixel } from './draw.ts';

export type Vertex = readonly [x: number, y: number];

/** Strokes polylines, smooth-edged. A pixel's opacity is how far its centre lies within the stroke. */
export function strokePolylines(
  image: RgbImage,
  lines: readonly (readonly Vertex[])[],
  halfStroke: number,
  colour: Rgb,
): void {
  const vertices = lines.flat();
  const reach = halfStroke + 1;
  const [left, right] = range(vertices, 0, reach, image.width);
  const [top, bottom] = range(vertices, 1, reach, image.height);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const distance = Math.min(...lines.map((line) => distanceTo(line, x + 0.5, y + 0.5)));
      const opacity = Math.min(1, halfStroke + 0.5 - distance);
      if (opacity > 0) blendPixel(image, x, y, colour, opacity);
    }
  }
}

/** The rows or columns of the picture that the vertices span, `reach` more at both ends; the last one exclusive. */
function range(vertices: readonly Vertex[], axis: 0 | 1, reach: number, limit: number): [number, number] {
  const values = vertices.map((vertex) => vertex[axis]);
  return [
    Math.max(0, Math.floor(Math.min(...values) - reach)),
    Math.min(limit, Math.floor(Math.max(...values) + reach) + 1),
  ];
}

function distanceTo(line: readonly Vertex[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, [ax, ay]] of line.entries()) {
    const [bx, by] = line[i + 1] ?? line[i - 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return nearest;
}
