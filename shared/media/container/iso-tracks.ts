import type { IsoBox } from '../headers/box-header.ts';
import { boxContent, boxesWithin, childBoxes, fileBox, findBox, findBoxes } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** A track of an MP4 or MOV file. */
interface IsoTrack {
  /** The `trak` box. */
  readonly box: IsoBox;
  /** Whether its media is video (`hdlr`, ISO/IEC 14496-12, 8.4.3). */
  readonly isVideo: boolean;
}

/** The tracks in the order of the file, without those that do not state their type. */
export async function* isoTracks(reader: StructureReader): AsyncGenerator<IsoTrack, void, undefined> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  for await (const box of movie === undefined ? [] : childBoxes(reader, movie)) {
    if (box.type !== 'trak') continue;
    const handlers: string[] = [];
    for await (const handler of findBoxes(reader, box, 'mdia', 'hdlr')) {
      // After version, flags and QuickTime's component type.
      const content = await boxContent(reader, handler, 12);
      if (content.byteLength === 12) handlers.push(fourCharacters(content, 8));
    }
    if (handlers.length > 0) yield { box, isVideo: handlers.includes('vide') };
  }
}

/** The number of a track (`tkhd`, 8.3.2). */
export async function trackIdOf(reader: StructureReader, track: IsoBox): Promise<number | undefined> {
  const header = await findBox(reader, track, 'tkhd');
  const content = header && (await boxContent(reader, header, 24));
  const at = content?.byteLength && content.getUint8(0) === 1 ? 20 : 12;
  return content && content.byteLength >= at + 4 ? content.getUint32(at) : undefined;
}

/** The `trak` box of the movie whose `tkhd` (8.3.2) has this id. */
export async function trackById(
  reader: StructureReader,
  movie: IsoBox,
  id: number,
): Promise<IsoBox | undefined> {
  for await (const box of childBoxes(reader, movie)) {
    if (box.type === 'trak' && (await trackIdOf(reader, box)) === id) return box;
  }
  return undefined;
}

/** After version, flags and the number of entries. */
const ENTRIES_AT = 8;
/** Bytes of a visual sample entry before the boxes in it (12.1.3). */
const VISUAL_ENTRY_BYTES = 78;

/** The `stsd` of a track (8.5.2), as the parent of its entries. */
export async function sampleDescriptionBox(
  reader: StructureReader,
  track: IsoBox,
): Promise<IsoBox | undefined> {
  const table = await findBox(reader, track, 'mdia', 'minf', 'stbl', 'stsd');
  return table && { ...table, contentStart: table.contentStart + ENTRIES_AT };
}

/** How the samples of a track are coded: its first sample entry, which a cut file may end within. */
export async function firstSampleEntry(reader: StructureReader, track: IsoBox): Promise<IsoBox | undefined> {
  const table = await sampleDescriptionBox(reader, track);
  for await (const entry of table ? boxesWithin(reader, table) : []) return entry;
  return undefined;
}

/** A visual sample entry as the parent of the boxes in it. */
export function sampleEntryBoxes(entry: IsoBox): IsoBox {
  return { ...entry, contentStart: entry.contentStart + VISUAL_ENTRY_BYTES };
}

/** The four characters at `offset`, Latin-1. */
export function fourCharacters(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(offset + i)));
}
