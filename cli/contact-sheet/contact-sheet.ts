import { resize } from '../../shared/media/pictures/resize.ts';
import { blankImage, type Rgb, type RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { drawImage } from './draw.ts';
import { drawLabelledShapes, type LabelledShape } from './labelled-shapes.ts';
import { trackColour } from './palette.ts';
import { drawText, fitText } from './text.ts';

export interface Tile {
  readonly image: RgbImage;
  readonly caption: string;
  readonly shapes: readonly LabelledShape[];
}

interface ContactSheetOptions {
  /** Tiles in a row. */
  readonly columns: number;
  /** Pixels. Heights follow from each picture's proportions. */
  readonly tileWidth: number;
}

const BACKGROUND: Rgb = [20, 22, 27];
const CAPTION_COLOUR: Rgb = [205, 210, 220];
/** Pixels. */
const MARGIN = 14;
const CAPTION_TEXT = 9;
const CAPTION_TOP = 8;
const CAPTION_HEIGHT = 30;

/** Lays the tiles out in rows: each picture with its shapes drawn on it, its caption below. */
export function contactSheet(tiles: readonly Tile[], options: ContactSheetOptions): RgbImage {
  const { tileWidth } = options;
  const columns = Math.max(1, Math.min(options.columns, tiles.length));
  const colourOf = coloursByFirstAppearance(tiles);
  const drawn = tiles.map(({ image, shapes, caption }) => {
    const picture = resize(
      image,
      tileWidth,
      Math.max(1, Math.round((image.height * tileWidth) / image.width)),
    );
    drawLabelledShapes(picture, shapes, colourOf);
    return { picture, caption };
  });
  const rows = Array.from({ length: Math.ceil(tiles.length / columns) }, (_, row) =>
    drawn.slice(row * columns, (row + 1) * columns),
  );
  const rowHeights = rows.map(
    (row) => CAPTION_HEIGHT + Math.max(...row.map(({ picture }) => picture.height)),
  );
  const height = rowHeights.reduce((sum, rowHeight) => sum + rowHeight, MARGIN);
  const sheet = blankImage(columns * (tileWidth + MARGIN) + MARGIN, height, BACKGROUND);
  let top = MARGIN;
  for (const [r, row] of rows.entries()) {
    for (const [column, { picture, caption }] of row.entries()) {
      const left = MARGIN + column * (tileWidth + MARGIN);
      const captionTop = top + picture.height + CAPTION_TOP;
      drawImage(sheet, picture, left, top);
      drawText(
        sheet,
        left + 1,
        captionTop,
        fitText(caption, CAPTION_TEXT, tileWidth),
        CAPTION_TEXT,
        CAPTION_COLOUR,
      );
    }
    top += rowHeights[r] ?? 0;
  }
  return sheet;
}

/** Tracks get their colours in the order in which they appear, so that the first twelve all differ. */
function coloursByFirstAppearance(tiles: readonly Tile[]): (id: LabelledShape['id']) => Rgb {
  const ids = [...new Set(tiles.flatMap(({ shapes }) => shapes.map(({ id }) => id)))];
  const colours = new Map(ids.map((id, index) => [id, trackColour(index)]));
  return (id) => colours.get(id) ?? CAPTION_COLOUR;
}
