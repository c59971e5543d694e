import type { CallOutput } from '../../client/client.ts';
import type { getMetadata } from '../../shared/contract/routes/metadata.ts';
import type { ByteSource } from '../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { encodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import type { VideoProbe } from '../../shared/media/probe/video-probe.ts';
import { counted, formatDuration } from '../format.ts';
import { contactSheet, type Tile } from './contact-sheet.ts';
import { countIn, shapesIn } from './object-shapes.ts';
import { representativeFrames } from './representative-frames.ts';

const TILES = 12;
/** Pixels of a tile; width and height follow from the video's proportions. */
const TILE_AREA = 480 * 270;
/** So many tiles in a row leave no row with gaps. */
const COLUMNS = [1, 2, 3, 4, 6, 12];
/** Pixels of a row of tiles. */
const MOST_ROW_WIDTH = 1700;

export interface ContactSheet {
  /** A JPEG. */
  readonly picture: Uint8Array;
  /** Those that it shows, row by row. */
  readonly frames: readonly number[];
}

/** Draws a picture that shows frames of the video with the objects of its document drawn in. */
export async function drawContactSheet(
  source: ByteSource,
  { frames: index, width, height }: VideoProbe,
  { objects }: Pick<CallOutput<typeof getMetadata>, 'objects'>,
  signal: AbortSignal,
): Promise<ContactSheet> {
  const tracked = Object.values(objects);
  const tileWidth = Math.min(
    MOST_ROW_WIDTH,
    Math.max(1, Math.round(Math.sqrt((TILE_AREA * width) / height))),
  );
  const tileHeight = Math.max(1, Math.round((tileWidth * height) / width));
  const frames = representativeFrames(index.times.length, TILES, (frame) => countIn(tracked, frame));
  const shapesAt = shapesIn(tracked);
  const tiles: Tile[] = [];
  const output = { width: tileWidth, height: tileHeight, format: 'rgb24' as const };
  for await (const { frame, time, ...image } of decodeFrames(source, index, frames, output, { signal })) {
    const shapes = shapesAt(frame);
    const caption = `frame ${frame}, ${formatDuration(time)}, ${counted(shapes.length, 'object')}`;
    tiles.push({ image, caption, shapes });
  }
  const columns = COLUMNS.findLast((count) => count * tileWidth <= MOST_ROW_WIDTH) ?? 1;
  return { picture: await encodeJpeg(contactSheet(tiles, { columns, tileWidth })), frames };
}
