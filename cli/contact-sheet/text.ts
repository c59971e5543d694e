import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { strokePolylines, type Vertex } from './polyline.ts';
import { STROKES } from './stroke-font.ts';

/** Grid units (stroke-font.ts): capitals are 6 high. */
const CAPITAL_UNITS = 6;
const SPACE_UNITS = 2;
const GAP_UNITS = 2;

interface Glyph {
  /** Polylines on the grid. */
  readonly lines: readonly (readonly Vertex[])[];
  /** Grid units to the next character. */
  readonly advance: number;
}

const GLYPHS: ReadonlyMap<string, Glyph> = new Map(
  Object.entries(STROKES).map(([character, strokes]) => {
    const lines = (strokes === '' ? [] : strokes.split(' ')).map((line) =>
      Array.from(line.matchAll(/(\d)(\d)/g), ([, x, y]): Vertex => [Number(x), Number(y)]),
    );
    const width = lines.length === 0 ? SPACE_UNITS : Math.max(...lines.flat().map(([x]) => x));
    return [character, { lines, advance: width + GAP_UNITS }];
  }),
);

/** That of a question mark for anything but printable ASCII. */
const glyphOf = (character: string): Glyph =>
  GLYPHS.get(character) ?? GLYPHS.get('?') ?? { lines: [], advance: SPACE_UNITS + GAP_UNITS };

/** Marks that letters carry, once these are decomposed. */
const MARKS = /\p{Mn}/gu;

/** The text as it can be drawn: letters without the marks that they carry; null where it has other characters than those of the font. */
export function drawable(text: string): string | null {
  const plain = text.normalize('NFKD').replaceAll(MARKS, '');
  return [...plain].every((character) => GLYPHS.has(character)) ? plain : null;
}

const pixelsOf = (units: number, height: number): number => Math.ceil((units * height) / CAPITAL_UNITS);

/** Width in pixels of a line of text whose capitals are `height` pixels high. */
export function textWidth(text: string, height: number): number {
  let units = 0;
  for (const character of text) units += glyphOf(character).advance;
  return pixelsOf(units, height);
}

/** `text`, cut to `width` pixels and marked with two dots where it is too long. */
export function fitText(text: string, height: number, width: number): string {
  if (textWidth(text, height) <= width) return text;
  const dots = 2 * glyphOf('.').advance;
  let [units, kept] = [0, ''];
  for (const character of text) {
    units += glyphOf(character).advance;
    if (pixelsOf(units + dots, height) > width) break;
    kept += character;
  }
  return kept === '' ? '' : `${kept}..`;
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
    const { lines, advance } = glyphOf(character);
    const placed = lines.map((line) => line.map(([px, py]): Vertex => [left + px * unit, y + py * unit]));
    strokePolylines(image, placed, halfStroke, colour);
    left += advance * unit;
  }
}
