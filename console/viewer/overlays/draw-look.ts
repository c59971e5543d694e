import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { drawFrame } from './draw-frame.ts';
import { drawShape } from './draw-shape.ts';
import { drawText, textSize } from './draw-text.ts';
import type { OverlayImage, OverlayImages } from './overlay-images.ts';
import type { OverlayLook } from './overlay-look.ts';

/** Of what stands for something that cannot be drawn, shares of the ground. */
const FRAME_SHARE: Size = { width: 0.3, height: 0.12 };

/**
 * Where an overlay lies on its ground.
 * @param ground its size, pixels
 * @returns fractions of the ground
 */
export function boxOf(
  context: CanvasRenderingContext2D,
  look: OverlayLook,
  middle: Point,
  ground: Size,
  images: OverlayImages,
): Box {
  const { width, height } = sizeOf(context, look, ground, images);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

function sizeOf(
  context: CanvasRenderingContext2D,
  look: OverlayLook,
  ground: Size,
  images: OverlayImages,
): Size {
  if (look.kind === 'shape') return look;
  if (look.kind === 'frame') return FRAME_SHARE;
  if (look.kind === 'text') {
    const { width, height } = textSize(context, look, ground);
    return { width: width / ground.width, height: height / ground.height };
  }
  const image = images.get(look.source);
  if (look.height !== null) return { width: look.width, height: look.height };
  if (image.state === 'refused') return { width: look.width, height: FRAME_SHARE.height };
  return {
    width: look.width,
    height: (look.width * ground.width * image.height) / image.width / ground.height,
  };
}

/**
 * @param box where the overlay is, pixels of the context
 * @param ground the size of its ground, pixels
 */
export function drawLook(
  context: CanvasRenderingContext2D,
  look: OverlayLook,
  box: Box,
  ground: Size,
  images: OverlayImages,
): void {
  if (look.kind === 'text') drawText(context, look, box, ground);
  else if (look.kind === 'shape') drawShape(context, look, box, ground);
  else if (look.kind === 'frame') drawFrame(context, look.label, box);
  else drawImage(context, images.get(look.source), box);
}

function drawImage(context: CanvasRenderingContext2D, image: OverlayImage, box: Box): void {
  if (image.state === 'refused') drawFrame(context, image.reason, box);
  if (image.state === 'decoded') context.drawImage(image.bitmap, box.x, box.y, box.width, box.height);
}

/** How far an overlay is drawn beyond its box, pixels: half of its outline, and the head of an arrow. */
export function marginOf(look: OverlayLook, box: Size, ground: Size): number {
  if (look.kind !== 'shape') return 1;
  const width = look.strokeWidth * ground.height;
  return 1 + (look.shape === 'arrow' ? 4 * width + 0.12 * Math.hypot(box.width, box.height) : width);
}
