import type { Point } from '../../shared/kernel/geometry/polygon.ts';

/** Pixels. */
export const TAG_HEIGHT = 18;
const PADDING_PX = 5;
const FONT = '600 12px system-ui, sans-serif';

/** Longer texts end with an ellipsis. */
const MOST_CHARACTERS = 32;

/** Measuring text costs more than drawing it. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 2000;

/**
 * Draws a text on a plate of a colour, which is a light one.
 * @param right where the plate must end
 */
export function drawTag(
  context: CanvasRenderingContext2D,
  text: string,
  colour: string,
  { x: left, y }: Point,
  right: number,
): void {
  const shown = shortened(text);
  context.font = FONT;
  context.textBaseline = 'middle';
  const width = widthOf(context, shown) + 2 * PADDING_PX;
  const x = Math.min(left, right - width);
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, TAG_HEIGHT, 4);
  context.fill();
  context.fillStyle = '#101418';
  context.fillText(shown, x + PADDING_PX, y + TAG_HEIGHT / 2 + 0.5);
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS
    ? text
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= MOST_WIDTHS) widths.clear();
  const { width } = context.measureText(text);
  widths.set(text, width);
  return width;
}
