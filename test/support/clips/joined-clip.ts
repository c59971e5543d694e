import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';
import { isoBox } from './iso-box.ts';

/** Ticks a second, and of each frame. */
const TIMESCALE = 30;
const FRAME = 1;
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/**
 * An MP4 file with one track of the samples of several others, 30 a second in decode order, each with the sample entry of
 * its file.
 */
export async function joinedClip(clips: readonly Buffer[]): Promise<Buffer> {
  const entries: Buffer[] = [];
  const samples: Buffer[] = [];
  const keys: number[] = [];
  const runs: number[] = [];
  for (const clip of clips) {
    runs.push(samples.length + 1, 1, entries.push(entryOf(clip)));
    using video = await openVideo(bytesSource(clip), 'sequential');
    let packet = await video.packets.getFirstPacket();
    for (; packet; packet = await video.packets.getNextPacket(packet)) {
      if (samples.push(Buffer.from(packet.data)) && packet.type === 'key') keys.push(samples.length);
    }
  }
  const brands = isoBox('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  const count = samples.length;
  const places = [brands.length + 8];
  for (const [i, { length }] of samples.slice(0, -1).entries()) places.push((places[i] ?? 0) + length);
  const tables = isoBox(
    'stbl',
    isoBox('stsd', [0, entries.length], ...entries),
    isoBox('stts', [0, 1, count, FRAME]),
    isoBox('stss', [0, keys.length, ...keys]),
    isoBox('stsc', [0, runs.length / 3, ...runs]),
    isoBox('stsz', [0, 0, count, ...samples.map(({ length }) => length)]),
    isoBox('stco', [0, count, ...places]),
  );
  const media = isoBox(
    'mdia',
    isoBox('mdhd', [0, 0, 0, TIMESCALE, count * FRAME, 0]),
    isoBox('hdlr', [0, 0], Buffer.from('vide', 'latin1'), [0, 0, 0, 0]),
    isoBox('minf', tables),
  );
  const header = isoBox('tkhd', [3, 0, 0, 1, 0, count * FRAME, 0, 0, 0, 0, ...IDENTITY, 0, 0]);
  const movie = isoBox('mvhd', [0, 0, 0, TIMESCALE, count * FRAME, 0x10000, 0x1000000, 0, 0, ...IDENTITY]);
  return Buffer.concat([
    brands,
    isoBox('mdat', ...samples),
    isoBox('moov', movie, isoBox('trak', header, media)),
  ]);
}

/** The first sample entry of a file. */
function entryOf(clip: Buffer): Buffer {
  const start = clip.indexOf('stsd', 0, 'latin1') + 12;
  return clip.subarray(start, start + clip.readUInt32BE(start));
}
