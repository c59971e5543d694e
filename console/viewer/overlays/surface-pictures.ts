import { surfaceMesh } from '../../../client/surface-mesh.ts';
import { surfaceTransform } from '../../../client/surface-transform.ts';
import type { Box, Size } from '../../../shared/kernel/geometry/box.ts';
import { type Homography, multiply } from '../../../shared/kernel/geometry/homography.ts';
import { drawLook, marginOf } from './draw-styled.ts';
import type { SurfaceGround } from './ground.ts';
import type { OverlayImages } from './overlay-images.ts';
import type { OverlayStyle } from './overlay-style.ts';
import { PixelCache } from './pixel-cache.ts';

/** Longest side of a drawn surface and of a picture on it, pixels. */
const MOST_SIDE = 2048;
/** 64 MiB. */
const MOST_PIXELS = 16 * 1024 * 1024;

const TOLERANCE_PX = 0.5;
/** Of the mesh of an overlay, and of all that are drawn at once: those that come too late are left out. */
const MOST_TRIANGLES = 2000;
const MOST_AT_ONCE = 20_000;

/** A surface that is seen so obliquely that a point on it is this much nearer than its middle is left out. */
const NEAREST = 0.02;

interface SurfacePicture {
  readonly canvas: HTMLCanvasElement;
  /** By what it was drawn. */
  readonly key: string;
}

/** Draws overlays onto surfaces: flat first, and once, then in perspective in every frame. */
export class SurfacePictures {
  readonly #pictures = new PixelCache<OverlayStyle, SurfacePicture>(MOST_PIXELS);
  readonly #laid = document.createElement('canvas');
  /** Triangles that may still be drawn now. */
  #left = MOST_AT_ONCE;

  begin(): void {
    this.#left = MOST_AT_ONCE;
    this.#pictures.begin();
  }

  clear(): void {
    this.#pictures.clear();
  }

  /**
   * @param box where the overlay is, fractions of the surface
   * @param displayed size of the displayed picture, pixels of the context, whose origin is its top left corner
   * @param density pixels of the screen for each of the video
   */
  draw(
    context: CanvasRenderingContext2D,
    look: OverlayStyle,
    box: Box,
    { ground, displayed, density }: { ground: SurfaceGround; displayed: Size; density: number },
    images: OverlayImages,
  ): void {
    const size = flatSize(ground.size);
    const onto = surfaceTransform(ground.corners, size, displayed);
    if (onto === null) return;
    const flat = scaled(box, size);
    const margin = marginOf(look, flat, size);
    const whole = {
      x: flat.x - margin,
      y: flat.y - margin,
      width: flat.width + 2 * margin,
      height: flat.height + 2 * margin,
    };
    const part = isBefore(onto, whole, size) ? whole : { x: 0, y: 0, ...size };
    const scale = Math.min(density, 2, MOST_SIDE / part.width, MOST_SIDE / part.height);
    const canvas = this.#picture(look, { flat, part, scale, size }, images);
    if (canvas === null) return;
    const place = Float64Array.of(
      part.width / canvas.width,
      0,
      part.x,
      0,
      part.height / canvas.height,
      part.y,
      0,
      0,
      1,
    );
    this.#layOn(context, canvas, multiply(onto, place), displayed);
  }

  /** By way of another canvas, where each triangle replaces what its neighbours have drawn beyond their edges: else the seams show. */
  #layOn(
    context: CanvasRenderingContext2D,
    picture: HTMLCanvasElement,
    transform: Homography,
    within: Size,
  ): void {
    const most = Math.min(this.#left, MOST_TRIANGLES);
    if (most < 2) return;
    const { triangles } = surfaceMesh(transform, picture, TOLERANCE_PX, { within, most });
    this.#left -= triangles.length;
    const { width, height } = context.canvas;
    if (this.#laid.width !== width || this.#laid.height !== height)
      Object.assign(this.#laid, { width, height });
    const laid = this.#laid.getContext('2d');
    if (laid === null) return;
    laid.resetTransform();
    laid.clearRect(0, 0, width, height);
    laid.setTransform(context.getTransform());
    for (const { clip, transform: affine } of triangles) {
      laid.save();
      laid.beginPath();
      for (const { x, y } of clip) laid.lineTo(x, y);
      // Taken away and added by the same share of each pixel; `copy` takes it away twice.
      laid.globalCompositeOperation = 'destination-out';
      laid.fill();
      laid.globalCompositeOperation = 'lighter';
      laid.clip();
      laid.transform(...affine);
      laid.drawImage(picture, 0, 0);
      laid.restore();
    }
    context.resetTransform();
    context.drawImage(this.#laid, 0, 0);
  }

  #picture(
    look: OverlayStyle,
    { flat, part, scale, size }: { flat: Box; part: Box; scale: number; size: Size },
    images: OverlayImages,
  ): HTMLCanvasElement | null {
    const state = look.kind === 'image' ? images.get(look.source).state : '';
    const key = JSON.stringify([flat, part, scale, size, state]);
    const known = this.#pictures.get(look);
    if (known?.key === key) return known.canvas;
    const [width, height] = [Math.ceil(part.width * scale), Math.ceil(part.height * scale)];
    this.#pictures.remove(look);
    if (!this.#pictures.makeRoom(width * height)) return null;
    const canvas = known?.canvas ?? document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.scale(width / part.width, height / part.height);
    context.translate(-part.x, -part.y);
    drawLook(context, look, flat, size, images);
    this.#pictures.set(look, { canvas, key }, width * height);
    return canvas;
  }
}

/** The size at which a surface is drawn flat. */
function flatSize({ width, height }: Size): Size {
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

const scaled = ({ x, y, width, height }: Box, by: Size): Box => ({
  x: x * by.width,
  y: y * by.height,
  width: width * by.width,
  height: height * by.height,
});

/** Whether a rectangle lies before the eye as a whole: the area beyond the surface's edge may be behind it. */
function isBefore(
  [, , , , , , g = 0, h = 0, i = 0]: Homography,
  { x, y, width, height }: Box,
  size: Size,
): boolean {
  const middle = (g * size.width) / 2 + (h * size.height) / 2 + i;
  return [x, x + width].every((at) =>
    [y, y + height].every((down) => (g * at + h * down + i) / middle > NEAREST),
  );
}
