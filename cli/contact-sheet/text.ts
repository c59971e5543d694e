import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { strokePolylines, type Vertex } from './polyline.ts';
import { STROKES } from './stroke-font.ts';

/** Grid units (stroke-font.ts): capitals are 6 high. */
const CAPITAL_UNITS = 6;
const SPACE_UNITS = 2;
const GAP_UNITS = 2;

/** Polylines of a character on the grid; those of a question mark for anything but printable ASCII. */
function polylines(character: string): Vertex[][] {
  const strokes = STROKES[character] ?? STROKES['?'] ?? '';
  return (strokes === '' ? [] : strokes.split(' ')).map((line) =>
    Array.from(line.matchAll(/(\d)(\d)/g), ([, x, y]): Vertex => [Number(x), Number(y)]),
  );
}

const unitsWide = (lines: Vertex[][]): number =>
  lines.length === 0 ? SPACE_UNITS : Math.max(...lines.flat().map(([x]) => x));

/** Marks that letters carry, once these are decomposed. */
const MARKS = /\p{Mn}/gu;

/** The text as it can be drawn: letters without the marks that they carry; null where it has other characters than those of the font. */
export function drawable(text: string): string | null {
  const plain = text.normalize('NFKD').replaceAll(MARKS, '');
  return [...plain].every((character) => character in STROKES) ? plain : null;
}

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
    const placed = lines.map((line) => line.map(([px, py]): Vertex => [left + px * unit, y + py * unit]));
    strokePolylines(image, placed, halfStroke, colour);
    left += (unitsWide(lines) + GAP_UNITS) * unit;
  }
}
