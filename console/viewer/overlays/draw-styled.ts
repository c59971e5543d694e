import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { drawFrame } from './draw-frame.ts';
import { drawShape } from './draw-shape.ts';
import { drawText, textSize } from './draw-text.ts';
import type { OverlayImage, OverlayImages } from './overlay-images.ts';
import type { OverlayStyle } from './overlay-style.ts';

/** Of what stands for something that cannot be drawn, shares of the ground. */
const FRAME_SHARE: Size = { width: 0.3, height: 0.12 };

/**
 * Where an overlay is on its ground.
 * @param ground its size, pixels
 * @returns fractions of the ground
 */
export function boxOf(
  context: CanvasRenderingContext2D,
  style: OverlayStyle,
  middle: Point,
  ground: Size,
  images: OverlayImages,
): Box {
  const { width, height } = sizeOf(context, style, ground, images);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

function sizeOf(
  context: CanvasRenderingContext2D,
  style: OverlayStyle,
  ground: Size,
  images: OverlayImages,
): Size {
  if (style.kind === 'shape') return style;
  if (style.kind === 'frame') return FRAME_SHARE;
  if (style.kind === 'text') {
    const { width, height } = textSize(context, style, ground);
    return { width: width / ground.width, height: height / ground.height };
  }
  const image = images.get(style.source);
  if (style.height !== null) return { width: style.width, height: style.height };
  if (image.state === 'refused') return { width: style.width, height: FRAME_SHARE.height };
  return {
    width: style.width,
    height: (style.width * ground.width * image.height) / image.width / ground.height,
  };
}

/**
 * @param box where the overlay is, pixels of the context
 * @param ground the size of its ground, pixels
 */
export function drawLook(
  context: CanvasRenderingContext2D,
  style: OverlayStyle,
  box: Box,
  ground: Size,
  images: OverlayImages,
): void {
  if (style.kind === 'text') drawText(context, style, box, ground);
  else if (style.kind === 'shape') drawShape(context, style, box, ground);
  else if (style.kind === 'frame') drawFrame(context, style.label, box);
  else drawImage(context, images.get(style.source), box);
}

function drawImage(context: CanvasRenderingContext2D, image: OverlayImage, box: Box): void {
  if (image.state === 'refused') drawFrame(context, image.reason, box);
  if (image.state === 'decoded') context.drawImage(image.bitmap, box.x, box.y, box.width, box.height);
}

/** How far an overlay is drawn beyond its box, pixels: half of its outline, and the head of an arrow. */
export function marginOf(style: OverlayStyle, box: Size, ground: Size): number {
  if (style.kind !== 'shape') return 1;
  const width = style.strokeWidth * ground.height;
  return 1 + (style.shape === 'arrow' ? 4 * width + 0.12 * Math.hypot(box.width, box.height) : width);
}
