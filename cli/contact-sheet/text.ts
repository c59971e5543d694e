import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { blendPixel } from './draw.ts';
import { STROKES } from './stroke-font.ts';

type Point = readonly [x: number, y: number];

/** Grid units (stroke-font.ts): capitals are 6 high. */
const CAPITAL_UNITS = 6;
const SPACE_UNITS = 2;
const GAP_UNITS = 2;

/** Polylines of a character on the grid; those of a question mark for anything but printable ASCII. */
function polylines(character: string): Point[][] {
  const strokes = STROKES[character] ?? STROKES['?'] ?? '';
  return (strokes === '' ? [] : strokes.split(' ')).map((line) =>
    Array.from(line.matchAll(/(\d)(\d)/g), ([, x, y]): Point => [Number(x), Number(y)]),
  );
}

const unitsWide = (lines: Point[][]): number =>
  lines.length === 0 ? SPACE_UNITS : Math.max(...lines.flat().map(([x]) => x));

/** Width in pixels of a line of text whose capitals are `height` pixels high. */
export function textWidth(text: string, height: number): number {
  const units = [...text].reduce((sum, character) => sum + unitsWide(polylines(character)) + GAP_UNITS, 0);
  return Math.ceil((units * height) / CAPITAL_UNITS);
}

/** `text`, cut to `width` pixels and marked with two dots where it is too long. */
export function fitText(text: string, height: number, width: number): string {
  if (textWidth(text, height) <= width) return text;
  let end = text.length;
  while (end > 0 && textWidth(`${text.slice(0, end)}..`, height) > width) end -= 1;
  return end === 0 ? '' : `${text.slice(0, end)}..`;
}

/** Draws a line of text, smooth-edged, with the top left corner of its first capital at (x, y). */
export function drawText(
  image: RgbImage,
  x: number,
  y: number,
  text: string,
  height: number,
  colour: Rgb,
): void {
  const unit = height / CAPITAL_UNITS;
  const halfStroke = Math.max(0.6, height * 0.075);
  let left = x;
  for (const character of text) {
    const lines = polylines(character);
    const placed = lines.map((line) => line.map(([px, py]): Point => [left + px * unit, y + py * unit]));
    drawPolylines(image, placed, halfStroke, colour);
    left += (unitsWide(lines) + GAP_UNITS) * unit;
  }
}

/** A pixel's opacity is how far its centre lies within the stroke. */
function drawPolylines(image: RgbImage, lines: Point[][], halfStroke: number, colour: Rgb): void {
  const points = lines.flat();
  const reach = halfStroke + 1;
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  for (let y = Math.floor(top - reach); y <= bottom + reach; y++) {
    for (let x = Math.floor(left - reach); x <= right + reach; x++) {
      const distance = Math.min(...lines.map((line) => distanceTo(line, x + 0.5, y + 0.5)));
      const opacity = Math.min(1, halfStroke + 0.5 - distance);
      if (opacity > 0) blendPixel(image, x, y, colour, opacity);
    }
  }
}

function distanceTo(line: Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, [ax, ay]] of line.entries()) {
    const [bx, by] = line[i + 1] ?? line[i - 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return nearest;
}
