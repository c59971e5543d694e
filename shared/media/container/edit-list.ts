import type { IsoBox } from '../headers/box-header.ts';
import { MediaError } from '../headers/media-error.ts';
import { boxContent, findBox } from './iso-boxes.ts';
import { trackById } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';

/** Of the boxes read here only the first bytes matter. */
const MAX_CONTENT_BYTES = 4096;

/** `media_rate` of 1, 16.16 fixed point. */
const NORMAL_RATE = 0x10000;

/** The part of a track that is shown. Earlier and later media is not. */
export interface Edit {
  /** Seconds on the presentation timeline at which it begins: the length of the pauses before it. */
  readonly start: number;
  /** Ticks of the track at which it begins in the media. */
  readonly mediaTime: number;
  /** Seconds at which it ends; null with the media. */
  readonly end: number | null;
  /** Whether the last frame stays where the media ends earlier: with a rate it only seems to, since that is ignored. */
  readonly holdsLast: boolean;
  /** Resolution of `start` and `end` in seconds: one tick of the movie. */
  readonly tick: number;
}

/**
 * Reads the edit of a track (`elst`, ISO/IEC 14496-12, 8.6.6); null when the whole track is shown. Its rate is ignored,
 * as FFmpeg and browsers do: they show a still, or twice the speed, as it was recorded.
 *
 * @throws MediaError `unsupported-edits` when the track consists of more than one edit
 */
export async function readEdit(
  reader: StructureReader,
  movie: IsoBox,
  trackId: number,
): Promise<Edit | null> {
  const header = await findBox(reader, movie, 'mvhd');
  const track = header && (await trackById(reader, movie, trackId));
  const list = track && (await findBox(reader, track, 'edts', 'elst'));
  if (!list) return null;
  return parseList(await boxContent(reader, list, MAX_CONTENT_BYTES), await timescaleOf(reader, header));
}

function parseList(list: DataView, timescale: number): Edit | null {
  if (list.byteLength < 8 || timescale === 0) return null;
  const wide = list.getUint8(0) === 1;
  const entryLength = wide ? 20 : 12;
  const count = Math.min(list.getUint32(4), Math.floor((list.byteLength - 8) / entryLength));
  let elapsed = 0;
  let begin: Omit<Edit, 'end'> | null = null;
  for (let i = 0; i < count; i++) {
    const at = 8 + i * entryLength;
    const duration = wide ? Number(list.getBigUint64(at)) : list.getUint32(at);
    const mediaTime = wide ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4);
    // Media time −1 is a pause; behind the edit its last frame stays.
    if (mediaTime !== -1) {
      if (begin !== null) {
        throw new MediaError(
          'unsupported-edits',
          'The video is put together from several edits of its track.',
        );
      }
      const holdsLast = list.getInt32(at + entryLength - 4) === NORMAL_RATE;
      begin = { start: elapsed / timescale, mediaTime, holdsLast, tick: 1 / timescale };
      // Duration 0 means "to the end" in fragmented files.
      if (duration === 0) return { ...begin, end: null };
    }
    elapsed += duration;
  }
  return begin && { ...begin, end: elapsed / timescale };
}

async function timescaleOf(reader: StructureReader, movieHeader: IsoBox): Promise<number> {
  const view = await boxContent(reader, movieHeader, MAX_CONTENT_BYTES);
  return view.getUint32(view.getUint8(0) === 1 ? 20 : 12);
}
