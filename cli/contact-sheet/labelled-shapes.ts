import { clipToFrame, type Point } from '../../shared/kernel/geometry/polygon.ts';
import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { fillRectangle, type Rectangle, strokeRectangle } from './draw.ts';
import { textColourOn } from './palette.ts';
import { strokePolylines, type Vertex } from './polyline.ts';
import { drawText, fitText, textWidth } from './text.ts';

interface Labelled {
  readonly label: string;
  /** Shapes of one track share it. */
  readonly id: string | number;
}

/** A box in fractions of the frame; (x, y) is its top left corner. */
export interface LabelledBox extends Rectangle, Labelled {}

/** A surface by its corners, in order around it, fractions of the frame. */
export interface LabelledSurface extends Labelled {
  readonly corners: readonly Point[];
}

export type LabelledShape = LabelledBox | LabelledSurface;

/** Pixels. */
const LINE = 2;
const TEXT = 8;
const PADDING = 4;
const TAG_HEIGHT = TEXT + 2 * PADDING;

/** What a tag is placed by. */
type Anchor = Pick<Rectangle, 'x' | 'y' | 'height'>;

/**
 * Draws the outline of each shape onto the picture, with its label and the end of its id on a filled tag inside the picture.
 * Nothing is drawn of a surface that is outside of it.
 */
export function drawLabelledShapes(
  image: RgbImage,
  shapes: readonly LabelledShape[],
  colourOf: (id: Labelled['id']) => Rgb,
): void {
  const outlined = shapes.flatMap((shape) => {
    const colour = colourOf(shape.id);
    const area = 'corners' in shape ? outlineSurface(image, shape, colour) : outlineBox(image, shape, colour);
    return area === null ? [] : [{ shape, area, colour }];
  });
  // Tags are drawn after all outlines, so that no outline crosses one.
  const tags: Rectangle[] = [];
  for (const { shape, area, colour } of outlined) {
    const text = fitText(`${shape.label} ${shortId(shape.id)}`, TEXT, image.width - 2 * PADDING);
    const tag = placeTag(area, textWidth(text, TEXT) + 2 * PADDING, image, tags);
    tags.push(tag);
    fillRectangle(image, tag, colour);
    drawText(image, tag.x + PADDING, tag.y + PADDING, text, TEXT, textColourOn(colour));
  }
}

/** @returns the part of the box that lies in the picture, pixels */
function outlineBox(image: RgbImage, box: LabelledBox, colour: Rgb): Rectangle {
  const area = inPixels(box, image);
  strokeRectangle(image, area, colour, LINE);
  return area;
}

/**
 * Outlines the part of the surface that lies in the picture.
 * @returns where its tag goes: the height of that part, from the left end of its upper edge, pixels; null where nothing of it
 *   is in the picture
 */
function outlineSurface(image: RgbImage, { corners }: LabelledSurface, colour: Rgb): Anchor | null {
  const inImage = corners.map(({ x, y }) => ({ x: x * image.width, y: y * image.height }));
  const visible = clipToFrame(inImage, image).map(({ x, y }): Vertex => [x, y]);
  const [first] = visible;
  if (first === undefined) return null;
  strokePolylines(image, [[...visible, first]], LINE / 2, colour);
  const rows = visible.map(([, y]) => y);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const upper = visible.filter(([, y]) => y <= top + TAG_HEIGHT);
  const y = Math.round(top);
  return { x: Math.round(Math.min(...upper.map(([x]) => x))), y, height: Math.round(bottom) - y };
}

/** The part of the box that lies in the picture. */
function inPixels(box: LabelledBox, image: RgbImage): Rectangle {
  const within = (value: number, limit: number): number =>
    Math.round(Math.max(0, Math.min(value, 1)) * limit);
  const [left, right] = [within(box.x, image.width), within(box.x + box.width, image.width)];
  const [top, bottom] = [within(box.y, image.height), within(box.y + box.height, image.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Above the shape, else under its upper edge, else below it: the first place that no earlier tag takes. */
function placeTag(area: Anchor, width: number, image: RgbImage, taken: readonly Rectangle[]): Rectangle {
  const placedAt = (y: number): Rectangle => ({
    x: Math.max(0, Math.min(area.x, image.width - width)),
    y: Math.max(0, Math.min(y, image.height - TAG_HEIGHT)),
    width,
    height: TAG_HEIGHT,
  });
  const above = placedAt(area.y - TAG_HEIGHT);
  const places = [above, placedAt(area.y), placedAt(area.y + area.height)];
  return places.find((place) => !taken.some((other) => overlap(place, other))) ?? above;
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Ids in documents are UUIDs; their last characters tell them apart. */
const shortId = (id: Labelled['id']): string => (String(id).length <= 6 ? String(id) : String(id).slice(-4));
