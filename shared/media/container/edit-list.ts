import { MediaError } from '../media-error.ts';
import { boxContent, childBoxes, fileBox, findBox, type IsoBox } from './iso-boxes.ts';
import type { StructureReader } from './structure-reader.ts';

/** Of the boxes read here only the first bytes matter. */
const MAX_CONTENT_BYTES = 4096;

/** When the edit of a track ends on the presentation timeline. */
export interface EditEnd {
  /** Seconds. Later media is not displayed; if the media ends earlier, its last frame stays. */
  readonly time: number;
  /** Resolution of `time` in seconds: one tick of the movie. */
  readonly tick: number;
}

/**
 * Reads when the edit of a track ends; null when the track is shown to its end (`elst`, ISO/IEC 14496-12, 8.6.6;
 * the demuxer reads only where an edit begins).
 *
 * @throws MediaError `unsupported-edits` when the track consists of more than one edit
 */
export async function editEnd(reader: StructureReader, trackId: number): Promise<EditEnd | null> {
  const movie = await findBox(reader, fileBox(reader), 'moov');
  const header = movie && (await findBox(reader, movie, 'mvhd'));
  if (!movie || !header) return null;
  for await (const track of childBoxes(reader, movie)) {
    if (track.type !== 'trak' || (await trackIdOf(reader, track)) !== trackId) continue;
    const list = await findBox(reader, track, 'edts', 'elst');
    if (!list) return null;
    return listEnd(await boxContent(reader, list, MAX_CONTENT_BYTES), await timescaleOf(reader, header));
  }
  return null;
}

function listEnd(list: DataView, timescale: number): EditEnd | null {
  const wide = list.getUint8(0) === 1;
  const entryLength = wide ? 20 : 12;
  const count = Math.min(list.getUint32(4), Math.floor((list.byteLength - 8) / entryLength));
  let end = 0;
  let edits = 0;
  for (let i = 0; i < count; i++) {
    const at = 8 + i * entryLength;
    const duration = wide ? Number(list.getBigUint64(at)) : list.getUint32(at);
    const mediaTime = wide ? list.getBigInt64(at + 8) : BigInt(list.getInt32(at + 4));
    // Media time −1 is a pause before the track begins; duration 0 means "to the end" in fragmented files.
    if (mediaTime !== -1n && ++edits > 1) {
      throw new MediaError('unsupported-edits', 'The video is put together from several edits of its track.');
    }
    if (mediaTime !== -1n && duration === 0) return null;
    end += duration;
  }
  return edits === 0 || timescale === 0 ? null : { time: end / timescale, tick: 1 / timescale };
}

async function trackIdOf(reader: StructureReader, track: IsoBox): Promise<number | undefined> {
  const header = await findBox(reader, track, 'tkhd');
  if (!header) return undefined;
  const view = await boxContent(reader, header, MAX_CONTENT_BYTES);
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12);
}

async function timescaleOf(reader: StructureReader, movieHeader: IsoBox): Promise<number> {
  const view = await boxContent(reader, movieHeader, MAX_CONTENT_BYTES);
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12);
}
