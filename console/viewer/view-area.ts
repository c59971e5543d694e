import type { Box, Size } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';

/** Where a picture is within an element that shows it whole, as large as possible and in the middle, in the element's pixels. */
export function viewArea(picture: Size, element: Size): Box {
  const scale = Math.min(element.width / picture.width, element.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: (element.width - width) / 2, y: (element.height - height) / 2, width, height };
}

/** A point of the element as fractions of the picture. */
export const toFractions = ({ x, y }: Point, area: Box): Point => ({
  x: (x - area.x) / area.width,
  y: (y - area.y) / area.height,
});

/** A point of the picture, in fractions of it, as a point of the element. */
export const toElement = ({ x, y }: Point, area: Box): Point => ({
  x: area.x + x * area.width,
  y: area.y + y * area.height,
});
