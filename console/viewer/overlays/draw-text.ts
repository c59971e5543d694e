import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { TextStyle } from './overlay-style.ts';
import { LINE_HEIGHT, layOutText, PADDING, type TextLayout } from './text-layout.ts';

/** Texts are measured at this size, pixels, and drawn to scale, so that their lines break alike at every size. */
const MEASURED_PX = 64;
const FONT = `500 ${MEASURED_PX}px system-ui, sans-serif`;

type Context = CanvasRenderingContext2D;

/** The last layout of each text: measuring costs more than drawing. */
const layouts = new WeakMap<TextStyle, { readonly wrap: number; readonly layout: TextLayout }>();

function layoutOf(context: Context, style: TextStyle, ground: Size): TextLayout {
  const wrap = (style.width * ground.width) / emOf(style, ground) - 2 * PADDING;
  const known = layouts.get(style);
  if (known && Math.abs(known.wrap - wrap) < 1e-6) return known.layout;
  context.save();
  context.font = FONT;
  const widths = new Map<string, number>();
  const layout = layOutText(style, wrap, (text) => {
    const width = widths.get(text) ?? context.measureText(text).width / MEASURED_PX;
    widths.set(text, width);
    return width;
  });
  context.restore();
  layouts.set(style, { wrap, layout });
  return layout;
}

const emOf = ({ size }: TextStyle, ground: Size): number => (size * ground.height) / LINE_HEIGHT;

/** The size of a text with its plate, pixels of the ground. */
export function textSize(context: Context, style: TextStyle, ground: Size): Size {
  const { width, height } = layoutOf(context, style, ground);
  const em = emOf(style, ground);
  return { width: width * em, height: height * em };
}

/** @param box where the text is, pixels of the ground */
export function drawText(context: Context, style: TextStyle, box: Box, ground: Size): void {
  const { lines } = layoutOf(context, style, ground);
  const em = emOf(style, ground);
  if (style.background !== null) {
    context.fillStyle = style.background;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 0.15 * em);
    context.fill();
  }
  context.translate(box.x, box.y);
  context.scale(em / MEASURED_PX, em / MEASURED_PX);
  context.font = FONT;
  context.fillStyle = style.color;
  context.textBaseline = 'middle';
  const width = (box.width / em) * MEASURED_PX;
  const padding = PADDING * MEASURED_PX;
  for (const [index, { text, direction }] of lines.entries()) {
    context.direction = direction;
    context.textAlign = style.align;
    const atLeft = style.align === (direction === 'ltr' ? 'start' : 'end');
    const x = style.align === 'center' ? width / 2 : atLeft ? padding : width - padding;
    context.fillText(text, x, (index + 0.5) * LINE_HEIGHT * MEASURED_PX);
  }
}
