import type { IsoBox } from '../headers/box-header.ts';
import { Id } from '../headers/ebml-element.ts';
import { boxContent, findBox } from './iso-boxes.ts';
import { firstSampleEntry, sampleEntryBoxes, trackById } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';

/** Pixels are never wider or higher than this: what says so is damaged, or made up. */
const MOST_ASPECT = 10;

/** The width of a pixel over its height; null for one that no picture has. */
export const plausibleAspect = (aspect: number): number | null =>
  aspect <= MOST_ASPECT && aspect >= 1 / MOST_ASPECT ? aspect : null;

/** Sides from here on are negative numbers to QuickTime. */
const NEGATIVE = 0x8000;

/** Where a visual sample entry has width and height (ISO/IEC 14496-12, 12.1.3). */
const SIZE_AT = 24;

/**
 * The width of a track's pixels over their height, as its headers say: by the matrix, if that stretches one side more
 * than the other; else by `pasp`; else by a size of the track (`tkhd`, ISO/IEC 14496-12, 8.3.2) other than that of its
 * pictures. This is also FFmpeg's order, and so that of browsers. Null where they say nothing.
 *
 * @param matrix of the track and the movie (8.2.2), row by row
 */
export async function isoPixelAspect(
  reader: StructureReader,
  movie: IsoBox,
  trackId: number,
  matrix: readonly number[],
): Promise<number | null> {
  const stretch = matrixAspect(matrix);
  if (stretch !== null) return stretch;
  const track = await trackById(reader, movie, trackId);
  const entry = track && (await firstSampleEntry(reader, track));
  if (!entry) return null;
  return (await pixelAspectBox(reader, entry)) ?? (await trackAspect(reader, track, entry));
}

function matrixAspect(matrix: readonly number[]): number | null {
  const [a = 0, b = 0, , c = 0, d = 0] = matrix;
  // Sheared pictures are as wide and high as in FFmpeg, which takes those turned by a quarter for such.
  const isQuarterTurn = Math.abs(a) + Math.abs(d) < Math.abs(b) + Math.abs(c);
  const aspect = isQuarterTurn ? Math.hypot(a, b) / Math.hypot(c, d) : Math.hypot(a, c) / Math.hypot(b, d);
  return Math.abs(aspect - 1) > 0.01 ? plausibleAspect(aspect) : null;
}

async function pixelAspectBox(reader: StructureReader, entry: IsoBox): Promise<number | null> {
  const box = await findBox(reader, sampleEntryBoxes(entry), 'pasp');
  const content = box && (await boxContent(reader, box, 8));
  return content?.byteLength === 8 ? ratio(content.getUint32(0), content.getUint32(4)) : null;
}

async function trackAspect(reader: StructureReader, track: IsoBox, entry: IsoBox): Promise<number | null> {
  const header = await findBox(reader, track, 'tkhd');
  const [size, picture] = [
    header && (await boxContent(reader, header, 96)),
    await boxContent(reader, entry, 28),
  ];
  const sizeAt = size && size.byteLength > 0 && size.getUint8(0) === 1 ? 88 : 76;
  if (!size || size.byteLength < sizeAt + 8 || picture.byteLength < SIZE_AT + 4) return null;
  // 16.16 fixed point.
  const [width, height] = [size.getUint16(sizeAt), size.getUint16(sizeAt + 4)];
  const [codedWidth, codedHeight] = [picture.getUint16(SIZE_AT), picture.getUint16(SIZE_AT + 2)];
  const differs = width !== codedWidth || height !== codedHeight;
  const isSize = [width, height].every((side) => side > 1 && side < NEGATIVE);
  return differs && isSize ? ratio(width * codedHeight, height * codedWidth) : null;
}

const ratio = (numerator: number, denominator: number): number | null =>
  numerator > 0 && denominator > 0 ? plausibleAspect(numerator / denominator) : null;

/** Values of StereoMode (RFC 9559, 5.1.4.1.28.3) with the eyes beside one another, and above one another. */
const SIDE_BY_SIDE = [1, 8, 9, 11];
const STACKED = [2, 3, 6, 7];

/** The factor by which the pixels of a frame with pictures of both eyes are wider: its display size is that of one eye. */
function stereoAspect(stereoMode: number | undefined): number {
  if (SIDE_BY_SIDE.includes(stereoMode ?? 0)) return 2;
  return STACKED.includes(stereoMode ?? 0) ? 0.5 : 1;
}

/** Value of DisplayUnit (5.1.4.1.28.14) with which display width and height say nothing. */
const UNKNOWN_UNIT = 4;

/**
 * The width of a track's pixels over their height. DisplayWidth and DisplayHeight (RFC 9559, 5.1.4.1.28.12) are those of
 * the pictures without what the PixelCrop elements cut off, and by default as large. This is also FFmpeg's reading.
 *
 * @param settings the numbers in the Video element of a track, by their ids
 * @returns null where they say nothing
 */
export function webmPixelAspect(settings: ReadonlyMap<number, number>): number | null {
  const value = (id: number): number => settings.get(id) ?? 0;
  if (value(Id.displayUnit) >= UNKNOWN_UNIT) return null;
  const width = value(Id.pixelWidth) - value(Id.pixelCropLeft) - value(Id.pixelCropRight);
  const height = value(Id.pixelHeight) - value(Id.pixelCropTop) - value(Id.pixelCropBottom);
  const [shownWidth, shownHeight] = [value(Id.displayWidth) || width, value(Id.displayHeight) || height];
  const aspect = width > 0 && height > 0 ? ratio(shownWidth * height, shownHeight * width) : null;
  return aspect && aspect * stereoAspect(settings.get(Id.stereoMode));
}
