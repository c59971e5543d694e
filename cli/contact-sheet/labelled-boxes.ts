import type { Rgb, RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { fillRectangle, type Rectangle, strokeRectangle } from './draw.ts';
import { textColourOn } from './palette.ts';
import { drawText, fitText, textWidth } from './text.ts';

/** A box in fractions of the frame; (x, y) is its top left corner. Boxes of one track share their `id`. */
export interface LabelledBox extends Rectangle {
  readonly label: string;
  readonly id: string | number;
}

/** Pixels. */
const LINE = 2;
const TEXT = 8;
const PADDING = 4;
const TAG_HEIGHT = TEXT + 2 * PADDING;

/** Draws each box onto the picture, with its label and the end of its id on a filled tag inside the picture. */
export function drawLabelledBoxes(
  image: RgbImage,
  boxes: readonly LabelledBox[],
  colourOf: (id: LabelledBox['id']) => Rgb,
): void {
  const outlined = boxes.map((box) => ({ box, area: inPixels(box, image), colour: colourOf(box.id) }));
  for (const { area, colour } of outlined) strokeRectangle(image, area, colour, LINE);
  // Tags are drawn after all outlines, so that no outline crosses one.
  const tags: Rectangle[] = [];
  for (const { box, area, colour } of outlined) {
    const text = fitText(`${box.label} ${shortId(box.id)}`, TEXT, image.width - 2 * PADDING);
    const tag = placeTag(area, textWidth(text, TEXT) + 2 * PADDING, image, tags);
    tags.push(tag);
    fillRectangle(image, tag, colour);
    drawText(image, tag.x + PADDING, tag.y + PADDING, text, TEXT, textColourOn(colour));
  }
}

/** The part of the box that lies in the picture. */
function inPixels(box: LabelledBox, image: RgbImage): Rectangle {
  const within = (value: number, limit: number): number =>
    Math.round(Math.max(0, Math.min(value, 1)) * limit);
  const [left, right] = [within(box.x, image.width), within(box.x + box.width, image.width)];
  const [top, bottom] = [within(box.y, image.height), within(box.y + box.height, image.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Above the box, else under its upper edge, else below it: the first place that no earlier tag takes. */
function placeTag(box: Rectangle, width: number, image: RgbImage, taken: readonly Rectangle[]): Rectangle {
  const placedAt = (y: number): Rectangle => ({
    x: Math.max(0, Math.min(box.x, image.width - width)),
    y: Math.max(0, Math.min(y, image.height - TAG_HEIGHT)),
    width,
    height: TAG_HEIGHT,
  });
  const above = placedAt(box.y - TAG_HEIGHT);
  const places = [above, placedAt(box.y), placedAt(box.y + box.height)];
  return places.find((place) => !taken.some((other) => overlap(place, other))) ?? above;
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Ids in documents are UUIDs; their last characters tell them apart. */
const shortId = (id: LabelledBox['id']): string =>
  String(id).length <= 6 ? String(id) : String(id).slice(-4);
