import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import type { ShapeLook } from './overlay-look.ts';

/** How often an arrow's head is as long as its line is wide, and how long at least, of the box's diagonal. */
const HEAD_WIDTHS = 4;
const HEAD_SHARE = 0.12;
/** Between an arrow's line and either side of its head. */
const HEAD_ANGLE = Math.PI / 7;

/** @param box where the shape is, pixels of the ground */
export function drawShape(context: CanvasRenderingContext2D, look: ShapeLook, box: Box, ground: Size): void {
  const width = look.strokeWidth * ground.height;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  trace(context, look, box, width);
  if (look.fill !== null && look.shape !== 'line' && look.shape !== 'arrow') {
    context.fillStyle = look.fill;
    context.fill();
  }
  const stroke = look.stroke ?? (look.shape === 'line' || look.shape === 'arrow' ? look.fill : null);
  if (stroke === null || width === 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, look: ShapeLook, box: Box, lineWidth: number): void {
  const { x, y, width, height } = box;
  if (look.shape === 'rectangle') context.rect(x, y, width, height);
  else if (look.shape === 'ellipse') {
    context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  } else tracePoints(context, look, box, lineWidth);
}

function tracePoints(
  context: CanvasRenderingContext2D,
  look: ShapeLook,
  { x, y, width, height }: Box,
  lineWidth: number,
): void {
  const points = look.points.map((point) => ({ x: x + point.x * width, y: y + point.y * height }));
  for (const point of points) context.lineTo(point.x, point.y);
  if (look.shape === 'polygon') context.closePath();
  if (look.shape === 'arrow')
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
