import { MediaError } from '../media-error.ts';
import { type Box, boxContent, childBoxes, fileBox, findBox } from './boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** Bytes of one entry of `stts` and `ctts` (ISO/IEC 14496-12, 8.6.1): a number of frames, then a time. */
const entryLength = 8;

/**
 * Refuses a file whose tables announce more frames than allowed, before a parser writes these tables out: a few
 * bytes suffice to announce four billion. Only tracks with composition offsets are written out.
 *
 * @throws MediaError `too-many-frames`
 */
export async function requireBoundedTables(reader: StructureReader, maxFrames: number): Promise<void> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  if (!movie) return;
  for await (const track of childBoxes(reader, movie)) {
    if (track.type !== 'trak') continue;
    const tables = await findBox(reader, track, 'mdia', 'minf', 'stbl');
    const offsets = tables && (await findBox(reader, tables, 'ctts'));
    if (!tables || !offsets) continue;
    const times = await findBox(reader, tables, 'stts');
    for (const table of [offsets, ...(times ? [times] : [])]) {
      if ((await announcedFrames(reader, table, maxFrames)) > maxFrames) {
        throw new MediaError('too-many-frames', `The video has more than ${maxFrames} frames.`);
      }
    }
  }
}

async function announcedFrames(reader: StructureReader, table: Box, maxFrames: number): Promise<number> {
  const view = await boxContent(reader, table, 8 + (maxFrames + 1) * entryLength);
  const entries = view.byteLength < 8 ? 0 : view.getUint32(4);
  let frames = 0;
  for (let i = 0, at = 8; i < entries && at + 4 <= view.byteLength; i++, at += entryLength) {
    frames += view.getUint32(at);
  }
  return frames;
}
