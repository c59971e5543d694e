import type { IsoBox } from '../headers/box-header.ts';
import { closingMfra } from './closing-mfra.ts';
import { fragmentDefaults } from './fragment-defaults.ts';
import { type FragmentTrack, fragmentTracks } from './fragment-tracks.ts';
import { boxContent, findBox, findBoxes } from './iso-boxes.ts';
import { trackById } from './iso-tracks.ts';
import type { StructureReader } from './structure-reader.ts';

/** Longer than any sane table. */
const MAX_TABLE_BYTES = 64 * 2 ** 20;

/** When the samples of a track in one fragment begin, in ticks of the track, before its edits. */
export interface FragmentStart {
  /** Where its `moof` box begins. */
  readonly moofOffset: number;
  readonly decoded: number;
  /** When the earliest is presented. */
  readonly presented: number;
}

interface FragmentStarts {
  /** In the order of the file. */
  readonly starts: FragmentStart[];
  /** The boxes that give a time before 0. */
  readonly negative: IsoBox[];
}

/**
 * When the fragments of a track begin in a file that does not say so (`tfdt`, ISO/IEC 14496-12, 8.8.12), or says a time
 * before 0: where the durations of all samples before end. After a gap its time of Smooth Streaming (`tfxd`) counts, or
 * its entry in `tfra`. Null for other files, which say so from the first fragment on.
 *
 * @throws MediaError `too-many-elements`
 */
export async function fragmentStarts(
  reader: StructureReader,
  movie: IsoBox,
  trackId: number,
): Promise<FragmentStarts | null> {
  const starts: FragmentStart[] = [];
  const negative: IsoBox[] = [];
  let entries = new Map<number, number>();
  let end = 0;
  const defaults = await fragmentDefaults(reader, movie, trackId);
  for await (const fragment of fragmentTracks(reader, trackId, defaults.duration)) {
    const { moofOffset, decodeTime, duration, earliest } = fragment;
    if (starts.length === 0) {
      if (decodeTime && decodeTime.ticks >= 0) return null;
      entries = await accessEntries(reader, trackId);
      end = await tablesEnd(reader, movie, trackId);
    }
    if (decodeTime && decodeTime.ticks < 0) negative.push(decodeTime.box);
    const decoded = decodeTime?.ticks ?? startOf(fragment, end, entries.get(moofOffset));
    end = decoded + duration;
    starts.push({ moofOffset, decoded, presented: decoded + earliest });
  }
  return starts.length === 0 ? null : { starts, negative };
}

/**
 * @param end of all samples before
 * @param entry when the first sample is presented; older muxers write when it is decoded, which is also what `tfxd` gives
 */
function startOf({ first, smoothTime }: FragmentTrack, end: number, entry: number | undefined): number {
  const said = smoothTime ?? entry;
  if (said === undefined) return end;
  // The demuxer looks for fragments by their times, so these never go back.
  return said <= Math.max(end, end + first) ? end : (smoothTime ?? said - first);
}

/** When the samples of the movie box end: the sum of their durations (`stts`, 8.6.1.2). */
async function tablesEnd(reader: StructureReader, movie: IsoBox, trackId: number): Promise<number> {
  const track = await trackById(reader, movie, trackId);
  const table = track && (await findBox(reader, track, 'mdia', 'minf', 'stbl', 'stts'));
  if (!table) return 0;
  const content = await boxContent(reader, table, MAX_TABLE_BYTES);
  let end = 0;
  for (let at = 8; at + 8 <= content.byteLength; at += 8) {
    end += content.getUint32(at) * content.getUint32(at + 4);
  }
  return end;
}

/** The times of the fragments in the `tfra` of a track (8.8.10), by where their `moof` begins; the first of each. */
async function accessEntries(reader: StructureReader, trackId: number): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  const mfra = await closingMfra(reader);
  for await (const box of mfra ? findBoxes(reader, mfra, 'tfra') : []) {
    const content = await boxContent(reader, box, MAX_TABLE_BYTES);
    if (content.byteLength < 16 || content.getUint32(4) !== trackId) continue;
    const isWide = content.getUint8(0) === 1;
    const value = (at: number): number => (isWide ? Number(content.getBigUint64(at)) : content.getUint32(at));
    const valueBytes = isWide ? 8 : 4;
    // The numbers of the track, the run and the sample take as many bytes as the three pairs of bits say, and one more.
    const lengths = content.getUint32(8);
    const numberBytes = 3 + ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3);
    const entryBytes = 2 * valueBytes + numberBytes;
    for (let at = 16; at + entryBytes <= content.byteLength; at += entryBytes) {
      const moofOffset = value(at + valueBytes);
      if (!times.has(moofOffset)) times.set(moofOffset, value(at));
    }
  }
  return times;
}
