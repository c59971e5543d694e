import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { blendPixel } from './draw.ts';

export type Vertex = readonly [x: number, y: number];

/** From (x, y) to (x + dx, y + dy). */
interface Segment {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Columns of a row; `to` is exclusive. */
interface Stretch {
  readonly from: number;
  to: number;
}

/**
 * Strokes polylines, smooth-edged. A pixel's opacity is how far its centre lies within the stroke. Only pixels near a line are looked
 * at, so that the outline of a large area costs by its length.
 */
export function strokePolylines(
  image: RgbImage,
  lines: readonly (readonly Vertex[])[],
  halfStroke: number,
  colour: Rgb,
): void {
  const segments = lines.flatMap(segmentsOf);
  const reach = halfStroke + 0.5;
  const rows = lines.flat().map(([, y]) => y);
  const top = Math.max(0, Math.floor(Math.min(...rows) - reach));
  const bottom = Math.min(image.height, Math.floor(Math.max(...rows) + reach) + 1);
  for (let y = top; y < bottom; y++) {
    const near = segments.filter((segment) => comesNear(segment, y + 0.5, reach));
    for (const { from, to } of merged(near.map((segment) => stretchOf(segment, y + 0.5, reach)))) {
      for (let x = Math.max(0, from); x < Math.min(image.width, to); x++) {
        const opacity = Math.min(1, reach - distanceToNearest(near, x + 0.5, y + 0.5));
        if (opacity > 0) blendPixel(image, x, y, colour, opacity);
      }
    }
  }
}

/** Each vertex with the next one; a vertex alone with itself. */
function segmentsOf(line: readonly Vertex[]): Segment[] {
  const starts = line.length === 1 ? line : line.slice(0, -1);
  return starts.map(([x, y], i) => {
    const [nextX, nextY] = line[i + 1] ?? [x, y];
    return { x, y, dx: nextX - x, dy: nextY - y };
  });
}

const comesNear = ({ y, dy }: Segment, row: number, reach: number): boolean =>
  Math.min(y, y + dy) <= row + reach && Math.max(y, y + dy) >= row - reach;

/** Where in a row pixels may be within `reach` of a segment that comes near it. */
function stretchOf({ x, y, dx, dy }: Segment, row: number, reach: number): Stretch {
  const columnAt = (nearRow: number, level: number): number =>
    x + dx * (dy === 0 ? level : Math.min(1, Math.max(0, (nearRow - y) / dy)));
  const [one, other] = [columnAt(row - reach, 0), columnAt(row + reach, 1)];
  return {
    from: Math.floor(Math.min(one, other) - reach),
    to: Math.floor(Math.max(one, other) + reach) + 1,
  };
}

/** The same columns, ascending, each once. */
function merged(stretches: Stretch[]): Stretch[] {
  stretches.sort((a, b) => a.from - b.from);
  const apart: Stretch[] = [];
  for (const stretch of stretches) {
    const last = apart.at(-1);
    if (last === undefined || stretch.from > last.to) apart.push(stretch);
    else last.to = Math.max(last.to, stretch.to);
  }
  return apart;
}

function distanceToNearest(segments: readonly Segment[], atX: number, atY: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { x, y, dx, dy } of segments) {
    const along = ((atX - x) * dx + (atY - y) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, (atX - x - share * dx) ** 2 + (atY - y - share * dy) ** 2);
  }
  return Math.sqrt(nearest);
}
