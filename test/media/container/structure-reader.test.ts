import { describe, expect, test } from 'vitest';
import type { Container } from '../../../shared/contract/video-formats.ts';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { announcedSize, requireAnnouncedVideo } from '../../../shared/media/container/announced-video.ts';
import { findSegment } from '../../../shared/media/container/ebml.ts';
import { boxesWithin, fileBox, findBox } from '../../../shared/media/container/iso-boxes.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { readEmbedded } from '../../../shared/media/native/embedding.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { counted, encodeClip } from '../native/clips.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

function box(type: string, ...content: Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...content]);
}

/** A file of 100 MB whose bytes behind `head` repeat `unit`. */
function repeated(head: Buffer, unit: Buffer): ByteSource & { reads: number; bytes: number } {
  return counted({
    size: 100e6,
    async read(start, end) {
      const phase = start < head.length ? 0 : (start - head.length) % unit.length;
      const rest = Buffer.alloc(end - start, Buffer.concat([unit.subarray(phase), unit.subarray(0, phase)]));
      return start < head.length ? Buffer.concat([head.subarray(start), rest], end - start) : rest;
    },
  });
}

const emptyBox = box('free');
const brand = box('ftyp', latin1('isom\0\0\0\0'));
/** An EBML header with the DocType `webm`, and a Segment of unknown size. */
const recording = Buffer.from('1a45dfa3874282847765626d18538067ff', 'hex');
const emptyVoid = Buffer.from('ec80', 'hex');
const refused = { reason: 'too-many-elements' };

describe('100 MB of nothing but empty boxes or elements', () => {
  const kinds: [name: string, Container, head: Buffer, unit: Buffer][] = [
    ['boxes', 'mp4', brand, emptyBox],
    ['boxes within moov', 'mp4', Buffer.concat([brand, Buffer.from('05f5e0e86d6f6f76', 'hex')]), emptyBox],
    ['elements', 'webm', recording, emptyVoid],
  ];

  test.each(kinds)(
    '%s: an upload and a probe refuse them by their first bytes',
    async (_, container, head, unit) => {
      const upload = repeated(head, unit);
      await expect(requireAnnouncedVideo(container, new StructureReader(upload))).rejects.toMatchObject(
        refused,
      );
      const probe = repeated(head, unit);
      await expect(probeVideo(probe)).rejects.toMatchObject(refused);
      for (const { bytes } of [upload, probe]) expect(bytes).toBeLessThan(6e6);
    },
  );

  test.each(kinds)('%s: they hold no document', async (_, container, head, unit) => {
    const source = repeated(head, unit);
    expect(await readEmbedded(container, source)).toBeNull();
    expect(source.bytes).toBeLessThan(6e6);
  });

  test('behind the fragments of a movie: the demuxer is stopped, too', async () => {
    const movie = await encodeClip({
      container: 'mp4',
      muxerOptions: { movflags: '+frag_keyframe+empty_moov+skip_trailer' },
    });
    const source = repeated(movie, emptyBox);
    await expect(probeVideo(source)).rejects.toMatchObject(refused);
    expect(source.bytes).toBeLessThan(12e6);
  });

  test('tracks of empty boxes share the budget of their file', async () => {
    const track = box('trak', Buffer.alloc(8 * 9_999, emptyBox));
    const movie = box('moov', ...Array<Buffer>(100).fill(track));
    const reader = new StructureReader(bytesSource(Buffer.concat([brand, movie])));
    await expect(requireAnnouncedVideo('mp4', reader)).rejects.toMatchObject(refused);
  });
});

test('a file asked for many ranges all over it is given up when the budget of bytes is spent', async () => {
  // Boxes of 1 MB, each of which takes a fetch of its own.
  const source = counted({
    size: 200e9,
    read: async (start, end) => Buffer.concat([Buffer.from('000f424066726565', 'hex')], end - start),
  });
  const reader = new StructureReader(source, { elements: 1e9, bytes: 1e6 });
  await expect(announcedSize(reader, 'mp4')).rejects.toMatchObject(refused);
  expect(source.bytes).toBeLessThan(1e6);
});

describe('where boxes lie', () => {
  const file = Buffer.concat([
    brand,
    box('moov', box('mvhd', latin1('abcd')), box('trak', box('tkhd'))),
    Buffer.from('00000001', 'hex'),
    latin1('mdat'),
    Buffer.from('0000000000000014', 'hex'),
    latin1('data'),
  ]);
  const boxesOf = async (bytes: Buffer) => {
    const reader = new StructureReader(bytesSource(bytes));
    const found = [];
    for await (const { type, start, contentStart, end } of boxesWithin(reader, fileBox(reader))) {
      found.push([type, start, contentStart, end]);
    }
    return found;
  };

  test('32-bit and 64-bit lengths', async () => {
    expect(await boxesOf(file)).toEqual([
      ['ftyp', 0, 8, 16],
      ['moov', 16, 24, 52],
      ['mdat', 52, 68, 72],
    ]);
  });

  test('a last box without a length ends with the file', async () => {
    const open = Buffer.concat([brand, Buffer.from('000000006d64617401', 'hex')]);
    expect(await boxesOf(open)).toEqual([
      ['ftyp', 0, 8, 16],
      ['mdat', 16, 24, 25],
    ]);
  });

  test('of a file that was cut off the last box says where it should end', async () => {
    expect((await boxesOf(file.subarray(0, 70))).at(-1)).toEqual(['mdat', 52, 68, 72]);
    expect((await boxesOf(file.subarray(0, 40))).at(-1)).toEqual(['moov', 16, 24, 52]);
    expect((await boxesOf(file.subarray(0, 66))).at(-1)?.[3]).toBeGreaterThan(66);
  });

  test.each([1, 7, 15])('nothing is read out of a length of less than a header', async (length) => {
    const header =
      length === 15 ? '000000016672656500000000000000' : `0000000${length}6672656500000000000000`;
    const junk = Buffer.from(`${header}0f`, 'hex');
    expect(await boxesOf(Buffer.concat([brand, junk]))).toEqual([['ftyp', 0, 8, 16]]);
  });

  test('a path leads to the first box of each type, and never to one that is cut off', async () => {
    const reader = new StructureReader(bytesSource(file));
    expect(await findBox(reader, fileBox(reader), 'moov', 'trak', 'tkhd')).toMatchObject({
      start: 44,
      end: 52,
    });
    const cut = new StructureReader(bytesSource(file.subarray(0, 50)));
    expect(await findBox(cut, fileBox(cut), 'moov')).toBeUndefined();
  });
});

describe('the Segment of a WebM file', () => {
  const segmentOf = (hex: string) => findSegment(new StructureReader(bytesSource(Buffer.from(hex, 'hex'))));

  test('follows the EBML header, or a Void behind that', async () => {
    expect(await segmentOf('1a45dfa3801853806784')).toMatchObject({ start: 5, dataStart: 10, end: 14 });
    expect(await segmentOf('1a45dfa380ec8018538067ff')).toMatchObject({ start: 7, dataStart: 12, end: null });
  });

  test('is nowhere else', async () => {
    expect(await segmentOf('18538067ff')).toBeNull();
    expect(await segmentOf('1a45dfa3801a45dfa38018538067ff')).toBeNull();
    expect(await segmentOf('')).toBeNull();
  });
});
