import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import type { ShapeStyle } from './overlay-style.ts';

/** How often an arrow's head is as long as its line is wide, and how long at least, of the box's diagonal. */
const HEAD_WIDTHS = 4;
const HEAD_SHARE = 0.12;
/** Between an arrow's line and either side of its head. */
const HEAD_ANGLE = Math.PI / 7;

/** @param box where the shape is, pixels of the ground */
export function drawShape(
  context: CanvasRenderingContext2D,
  style: ShapeStyle,
  box: Box,
  ground: Size,
): void {
  const width = style.strokeWidth * ground.height;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  trace(context, style, box, width);
  if (style.fill !== null && style.shape !== 'line' && style.shape !== 'arrow') {
    context.fillStyle = style.fill;
    context.fill();
  }
  const stroke = style.stroke ?? (style.shape === 'line' || style.shape === 'arrow' ? style.fill : null);
  if (stroke === null || width === 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, style: ShapeStyle, box: Box, lineWidth: number): void {
  const { x, y, width, height } = box;
  if (style.shape === 'rectangle') context.rect(x, y, width, height);
  else if (style.shape === 'ellipse') {
    context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  } else tracePoints(context, style, box, lineWidth);
}

function tracePoints(
  context: CanvasRenderingContext2D,
  style: ShapeStyle,
  { x, y, width, height }: Box,
  lineWidth: number,
): void {
  const points = style.points.map((point) => ({ x: x + point.x * width, y: y + point.y * height }));
  for (const point of points) context.lineTo(point.x, point.y);
  if (style.shape === 'polygon') context.closePath();
  if (style.shape === 'arrow')
    traceHead(context, points, Math.max(HEAD_WIDTHS * lineWidth, HEAD_SHARE * Math.hypot(width, height)));
}

function traceHead(context: CanvasRenderingContext2D, points: readonly Point[], length: number): void {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return;
  const back = Math.atan2(before.y - tip.y, before.x - tip.x);
  for (const side of [-HEAD_ANGLE, HEAD_ANGLE]) {
    context.moveTo(tip.x, tip.y);
    context.lineTo(tip.x + length * Math.cos(back + side), tip.y + length * Math.sin(back + side));
  }
}
