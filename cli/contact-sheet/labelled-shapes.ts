import { clipToFrame, type Point } from '../../shared/kernel/geometry/polygon.ts';
import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { fillRectangle, type Rectangle, strokeRectangle } from './draw.ts';
import { textColourOn } from './palette.ts';
import { strokePolylines, type Vertex } from './polyline.ts';
import { type Anchor, type Edge, placeTag } from './tag-place.ts';
import { drawText, fitText, textWidth } from './text.ts';

interface Labelled {
  /** What its tag says. */
  readonly label: string;
  /** Shapes of one track share it. */
  readonly id: string | number;
}

/** A box in fractions of the frame; (x, y) is its top left corner. */
interface LabelledBox extends Rectangle, Labelled {}

/** A surface by its corners, in order around it, fractions of the frame. */
interface LabelledSurface extends Labelled {
  readonly corners: readonly Point[];
}

export type LabelledShape = LabelledBox | LabelledSurface;

/** Pixels. */
const LINE = 2;
const TEXT = 8;
const PADDING = 4;
const TAG_HEIGHT = TEXT + 2 * PADDING;

/**
 * Draws the outline of each shape onto the picture, with its label on a filled tag inside the picture; without
 * one where it would cover another tag. Nothing is drawn of a surface that is outside of the picture.
 */
export function drawLabelledShapes(
  image: RgbImage,
  shapes: readonly LabelledShape[],
  colourOf: (id: Labelled['id']) => Rgb,
): void {
  const outlined = shapes.flatMap((shape) => {
    const colour = colourOf(shape.id);
    const anchor =
      'corners' in shape ? outlineSurface(image, shape, colour) : outlineBox(image, shape, colour);
    return anchor === null ? [] : [{ shape, anchor, colour }];
  });
  // Tags are drawn after all outlines, so that no outline crosses one.
  const tags: Rectangle[] = [];
  for (const { shape, anchor, colour } of outlined) {
    const text = fitText(shape.label, TEXT, image.width - 2 * PADDING);
    const size = { width: textWidth(text, TEXT) + 2 * PADDING, height: TAG_HEIGHT };
    const tag = placeTag(anchor, size, image, tags);
    if (tag === null) continue;
    tags.push(tag);
    fillRectangle(image, tag, colour);
    drawText(image, tag.x + PADDING, tag.y + PADDING, text, TEXT, textColourOn(colour));
  }
}

/** Outlines the part of the box that lies in the picture. */
function outlineBox(image: RgbImage, box: LabelledBox, colour: Rgb): Anchor {
  const area = inPixels(box, image);
  strokeRectangle(image, area, colour, LINE);
  const sides = { left: area.x, right: area.x + area.width };
  return { upper: { y: area.y, ...sides }, lower: { y: area.y + area.height, ...sides } };
}

/**
 * Outlines the part of the surface that lies in the picture.
 * @returns its ends, of the height of a tag; null where nothing of it is in the picture
 */
function outlineSurface(image: RgbImage, { corners }: LabelledSurface, colour: Rgb): Anchor | null {
  const inImage = corners.map(({ x, y }) => ({ x: x * image.width, y: y * image.height }));
  const visible = clipToFrame(inImage, image).map(({ x, y }): Vertex => [x, y]);
  const [first] = visible;
  if (first === undefined) return null;
  strokePolylines(image, [[...visible, first]], LINE / 2, colour);
  const rows = visible.map(([, y]) => y);
  const endAt = (end: number): Edge => {
    const columns = visible.filter(([, y]) => Math.abs(y - end) <= TAG_HEIGHT).map(([x]) => x);
    return {
      y: Math.round(end),
      left: Math.round(Math.min(...columns)),
      right: Math.round(Math.max(...columns)),
    };
  };
  return { upper: endAt(Math.min(...rows)), lower: endAt(Math.max(...rows)) };
}

/** The part of the box that lies in the picture. */
function inPixels(box: LabelledBox, image: RgbImage): Rectangle {
  const within = (value: number, limit: number): number =>
    Math.round(Math.max(0, Math.min(value, 1)) * limit);
  const [left, right] = [within(box.x, image.width), within(box.x + box.width, image.width)];
  const [top, bottom] = [within(box.y, image.height), within(box.y + box.height, image.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
