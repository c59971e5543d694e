import type { Rgb } from '../../shared/media/pictures/rgb-image.ts';

/** Colours far apart from each other in hue and lightness, and from most of what videos show. */
const COLOURS: readonly Rgb[] = [
  [255, 92, 82],
  [56, 189, 248],
  [250, 204, 21],
  [74, 222, 128],
  [232, 121, 249],
  [251, 146, 60],
  [45, 212, 191],
  [129, 140, 248],
  [244, 114, 182],
  [163, 230, 53],
  [202, 138, 4],
  [226, 232, 240],
];

const BLACK: Rgb = [16, 18, 22];
const WHITE: Rgb = [255, 255, 255];

/** The colour of the `index`-th track; after twelve they start again. */
export const trackColour = (index: number): Rgb => COLOURS[index % COLOURS.length] ?? WHITE;

/** Black or white, whichever reads better on `background` (luma of ITU-R BT.709). */
export const textColourOn = ([red, green, blue]: Rgb): Rgb =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue > 110 ? BLACK : WHITE;
