import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import type { ViewerObject } from '../viewer-document.ts';
import { boxOf, drawLook } from './draw-styled.ts';
import { type FlatGround, type Ground, groundAt } from './ground.ts';
import type { OverlayImages } from './overlay-images.ts';
import type { ListedOverlay } from './overlay-list.ts';
import type { SurfacePictures } from './surface-pictures.ts';

/** An overlay as it is in one frame. */
export interface PlacedOverlay extends Pick<ListedOverlay, 'name' | 'style'> {
  readonly ground: Ground;
  /** Fractions of the ground. */
  readonly box: Box;
}

/** Of one frame no more are drawn; of more the highest. */
export const MOST_DRAWN = 1000;

interface OverlaySetting {
  readonly frame: number;
  /** Where the picture is, pixels of the context. */
  readonly area: Box;
  /** Displayed size of the video, pixels. */
  readonly video: Size;
  /** Those that overlays are anchored to, by id. */
  readonly objects: Readonly<Record<string, ViewerObject>>;
  readonly images: OverlayImages;
  readonly surfaces: SurfacePictures;
}

/**
 * Draws the overlays of a frame, from the lowest to the highest, within the picture.
 * @returns those that were drawn
 */
export function drawOverlays(
  context: CanvasRenderingContext2D,
  overlays: readonly ListedOverlay[],
  setting: OverlaySetting,
): PlacedOverlay[] {
  const { frame, area, video, objects, images, surfaces } = setting;
  // Before the element has a size nothing is anywhere.
  if (!(area.width > 0 && area.height > 0)) return [];
  images.begin();
  surfaces.begin();
  const grounds = overlays
    .filter(({ firstFrame, lastFrame }) => firstFrame <= frame && frame <= lastFrame)
    .flatMap((overlay) => {
      const ground = groundAt(overlay, objects, frame, video);
      return ground === undefined || (ground.kind === 'flat' && isEmpty(ground)) ? [] : [{ overlay, ground }];
    })
    .slice(-MOST_DRAWN);
  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  context.translate(area.x, area.y);
  const placed = grounds.map(({ overlay, ground }) => drawOverlay(context, overlay, ground, setting));
  context.restore();
  return placed;
}

const isEmpty = ({ box }: FlatGround): boolean => !(box.width > 0 && box.height > 0);

function drawOverlay(
  context: CanvasRenderingContext2D,
  { name, style, anchor, position, opacity }: ListedOverlay,
  ground: Ground,
  { area, video, images, surfaces }: OverlaySetting,
): PlacedOverlay {
  const size =
    ground.kind === 'surface'
      ? ground.size
      : { width: ground.box.width * area.width, height: ground.box.height * area.height };
  const box = boxOf(context, style, anchor ?? position, size, images);
  context.save();
  context.globalAlpha = opacity;
  if (ground.kind === 'surface') {
    const density = (context.getTransform().a * area.width) / video.width;
    surfaces.draw(context, style, box, { ground, displayed: area, density }, images);
  } else {
    context.translate(ground.box.x * area.width, ground.box.y * area.height);
    const inPixels = {
      x: box.x * size.width,
      y: box.y * size.height,
      width: box.width * size.width,
      height: box.height * size.height,
    };
    drawLook(context, style, inPixels, size, images);
  }
  context.restore();
  return { name, style, ground, box };
}
