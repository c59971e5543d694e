import { expect, test } from 'vitest';
import { contactSheet, type Tile } from '../../../cli/contact-sheet/contact-sheet.ts';
import { trackColour } from '../../../cli/contact-sheet/palette.ts';
import { blankImage, type RgbImage } from '../../../shared/media/pictures/rgb-image.ts';

const tile = (...ids: (string | number)[]): Tile => ({
  image: blankImage(320, 180, [0, 0, 0]),
  caption: 'frame 12   0.40 s',
  shapes: ids.map((id, i) => ({ x: 0.1 + i * 0.4, y: 0.4, width: 0.3, height: 0.4, label: 'dog', id })),
});

const pixel = ({ width, data }: RgbImage, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('tiles stand in rows of the given number of columns', () => {
  const sheet = contactSheet([tile(), tile(), tile()], { columns: 2, tileWidth: 160 });
  expect([sheet.width, sheet.height]).toEqual([2 * (160 + 14) + 14, 14 + 2 * (90 + 30)]);
  expect(pixel(sheet, 14, 14)).toEqual([0, 0, 0]);
  expect(pixel(sheet, 14 + 174, 14)).toEqual([0, 0, 0]);
  expect(pixel(sheet, 14, 14 + 120)).toEqual([0, 0, 0]);
  expect(pixel(sheet, 14 + 174, 14 + 120)).not.toEqual([0, 0, 0]);
});

test('a track keeps its colour from tile to tile, and another has another', () => {
  const sheet = contactSheet([tile('a', 'b'), tile('b', 'a')], { columns: 2, tileWidth: 160 });
  const edge = (column: number, box: number): number[] =>
    pixel(sheet, 14 + column * 174 + Math.round((0.1 + box * 0.4) * 160), 14 + 54);
  expect(edge(0, 0)).toEqual([...trackColour(0)]);
  expect(edge(0, 1)).toEqual([...trackColour(1)]);
  expect(edge(1, 0)).toEqual([...trackColour(1)]);
  expect(edge(1, 1)).toEqual([...trackColour(0)]);
});

test('the pictures that were given stay as they are', () => {
  const given = tile('a');
  contactSheet([given], { columns: 1, tileWidth: 320 });
  expect(given.image).toEqual(blankImage(320, 180, [0, 0, 0]));
});

test('tiles of different proportions, fewer tiles than columns, and no tile at all are laid out', () => {
  const upright = { ...tile(), image: blankImage(90, 160) };
  expect(contactSheet([tile(), upright], { columns: 5, tileWidth: 90 }).height).toBe(14 + 160 + 30);
  expect(contactSheet([], { columns: 3, tileWidth: 90 })).toMatchObject({ height: 14 });
});
