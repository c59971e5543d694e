import type { Box, Size } from '../../kernel/geometry/box.ts';

const COLUMNS = 2;
const ROWS = 4;
export const CELLS = COLUMNS * ROWS;
/** Bytes of a cell: luma, red − green, blue − green, and the deviation of the luma within it. */
export const CELL_BYTES = 4;
export const LAYOUT_BYTES = CELL_BYTES * CELLS;
/** All bytes of a cell that others hide. */
export const HIDDEN = 0;

/** A byte says how many of these units a value is from 0, which is the middle byte; values are logarithms. */
const UNITS = [0.02, 0.006, 0.006, 0.011] as const;
const MIDDLE = 128;

/** Added to a level before its logarithm is taken: below it differences are noise. */
const DARK = 16;
const LOG = Float64Array.from({ length: 256 }, (_, level) => Math.log(level + DARK));

/** About this many pixels of the picture, and of a box, are looked at. */
const PICTURE_PIXELS = 4000;
const BOX_PIXELS = 1000;
/** Pixels that weigh less rather belong to the surroundings. */
const MIN_WEIGHT = 0.15;
/** A cell is described when others hide at most half of it, and a box when half of its cells are. */
const MAX_HIDDEN = 0.5;
const MIN_CELLS = CELLS / 2;

/** rgb24, row-major, no row padding. */
interface Picture extends Size {
  readonly data: Uint8Array;
}

/**
 * What colours each object has where: {@link LAYOUT_BYTES} bytes for each box, undefined where others hide too much of
 * it. Of two boxes the one that ends lower is nearer and hides what its ellipse covers. The colours are logarithms
 * relative to those of the whole picture, so exposure and white balance do not matter. After the colour layout
 * descriptor of MPEG-7 (Kasutani and Yamada, 2001).
 * @param boxes of objects, in pixels of the picture
 */
export function colourLayouts(picture: Picture, boxes: readonly Box[]): (Uint8Array | undefined)[] {
  if (boxes.length === 0) return [];
  const usual = meanColour(picture);
  return boxes.map((box) => {
    const bottom = box.y + box.height;
    const nearer = boxes.filter(
      ({ x, y, width, height }) =>
        y + height > bottom && y < bottom && x < box.x + box.width && x + width > box.x,
    );
    return layout(cellSums(picture, box, nearer), usual);
  });
}

type Colour = readonly [luma: number, redGreen: number, blueGreen: number];

function meanColour({ width, height, data }: Picture): Colour {
  const step = 3 * Math.max(1, Math.floor((width * height) / PICTURE_PIXELS));
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += step) {
    red += LOG[data[at] as number] as number;
    green += LOG[data[at + 1] as number] as number;
    blue += LOG[data[at + 2] as number] as number;
    count++;
  }
  return [(red + green + blue) / (3 * count), (red - green) / count, (blue - green) / count];
}

/** For each cell: total weight, visible weight, and over that luma, both chromas and squared luma. */
const SUMS = 6;

function cellSums({ width, height, data }: Picture, box: Box, nearer: readonly Box[]): Float64Array {
  const sums = new Float64Array(SUMS * CELLS);
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / BOX_PIXELS)));
  for (let y = top; y < bottom; y += step) {
    const down = (y + 0.5 - box.y) / box.height;
    for (let x = left; x < right; x += step) {
      const across = (x + 0.5 - box.x) / box.width;
      const weight = 1 - (2 * across - 1) ** 2 - 0.6 * (2 * down - 1) ** 2;
      if (weight < MIN_WEIGHT) continue;
      const cell = SUMS * (Math.floor(down * ROWS) * COLUMNS + Math.floor(across * COLUMNS));
      sums[cell] = (sums[cell] as number) + weight;
      if (isHidden(nearer, x, y)) continue;
      const at = (y * width + x) * 3;
      const red = LOG[data[at] as number] as number;
      const green = LOG[data[at + 1] as number] as number;
      const blue = LOG[data[at + 2] as number] as number;
      const luma = (red + green + blue) / 3;
      sums[cell + 1] = (sums[cell + 1] as number) + weight;
      sums[cell + 2] = (sums[cell + 2] as number) + weight * luma;
      sums[cell + 3] = (sums[cell + 3] as number) + weight * (red - green);
      sums[cell + 4] = (sums[cell + 4] as number) + weight * (blue - green);
      sums[cell + 5] = (sums[cell + 5] as number) + weight * luma * luma;
    }
  }
  return sums;
}

/** Whether the middle of a pixel lies in the ellipse that fills one of the boxes. */
function isHidden(boxes: readonly Box[], column: number, row: number): boolean {
  for (const { x, y, width, height } of boxes) {
    const across = (2 * (column + 0.5 - x)) / width - 1;
    const down = (2 * (row + 0.5 - y)) / height - 1;
    if (across ** 2 + down ** 2 < 1) return true;
  }
  return false;
}

function layout(sums: Float64Array, usual: Colour): Uint8Array | undefined {
  const bytes = new Uint8Array(LAYOUT_BYTES);
  let described = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const [all = 0, visible = 0, luma = 0, redGreen = 0, blueGreen = 0, square = 0] = sums.subarray(
      SUMS * cell,
      SUMS * (cell + 1),
    );
    if (visible === 0 || visible < (1 - MAX_HIDDEN) * all) continue;
    described++;
    const mean = luma / visible;
    const values = [
      mean - usual[0],
      redGreen / visible - usual[1],
      blueGreen / visible - usual[2],
      Math.sqrt(Math.max(0, square / visible - mean ** 2)),
    ];
    values.forEach((value, k) => {
      const byte = Math.round(MIDDLE + value / (UNITS[k] ?? 1));
      bytes[CELL_BYTES * cell + k] = Math.min(255, Math.max(HIDDEN + 1, byte));
    });
  }
  return described >= MIN_CELLS ? bytes : undefined;
}
