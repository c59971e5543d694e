import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { StructureReader } from '../../../shared/media/container/structure-reader.ts';
import { Id, parseElement } from '../../../shared/media/headers/ebml-element.ts';
import { elementHeader, encodeUint, smallElement } from '../../../shared/media/native/ebml-writing.ts';
import { readEmbedded } from '../../../shared/media/native/embedding.ts';
import { seekEntryPatch } from '../../../shared/media/native/webm-seek-head.ts';
import { embed, encodeClip, ffmpegView, incompressible, utf8 } from './clips.ts';
import { find, withoutSeekHead, withoutSizes } from './variants.ts';

const document = utf8('{"schemaVersion":"1.0"}');
const clip = encodeClip({ container: 'webm', keyInterval: 6, muxerOptions: { cluster_time_limit: '200' } });

const seekEntry = (id: number, position: number): Uint8Array =>
  smallElement(
    Id.seek,
    Buffer.concat([
      smallElement(Id.seekId, encodeUint(id)),
      smallElement(Id.seekPosition, encodeUint(position)),
    ]),
  );

/** The positions that the SeekHead gives for elements with this id, as offsets in the file. */
function soughtOffsets(file: Buffer, id: number): number[] {
  const segment = find(file, Id.segment);
  const seekHead = find(file, Id.seekHead);
  const offsets: number[] = [];
  for (let at = seekHead.dataStart; at < seekHead.end; ) {
    const entry = parseElement(file, at);
    if (!entry?.end) throw new Error('the SeekHead is broken');
    at = entry.end;
    if (entry.id !== Id.seek) continue;
    const seekId = find(file, Id.seekId, entry);
    const position = find(file, Id.seekPosition, entry);
    if (file.readUIntBE(seekId.dataStart, seekId.end - seekId.dataStart) === id) {
      offsets.push(
        segment.dataStart + file.readUIntBE(position.dataStart, position.end - position.dataStart),
      );
    }
  }
  return offsets;
}

describe('embedding in WebM', () => {
  test('gives back a document however much there is of it', async () => {
    const original = await clip;
    const large = incompressible(6 * 2 ** 20);
    const found = await readEmbedded('webm', bytesSource(await embed('webm', original, large)));
    expect(Buffer.compare(found ?? original, large)).toBe(0);
  });

  test('ends the Segment, and the file, with a Tags element that the SeekHead leads to', async () => {
    const exported = await embed('webm', await clip, document);
    expect(find(exported, Id.segment).end).toBe(exported.length);
    const [offset] = soughtOffsets(exported, Id.tags).slice(-1);
    expect(parseElement(exported, offset ?? 0)).toMatchObject({ id: Id.tags, end: exported.length });
    expect(offset).toBe((await clip).length);
  });

  test('moves no cluster', async () => {
    const exported = await embed('webm', await clip, document);
    const { start } = find(await clip, Id.cluster);
    expect(exported.subarray(start, (await clip).length).equals((await clip).subarray(start))).toBe(true);
  });

  test('does without an entry where there is no SeekHead', async () => {
    const exported = await embed('webm', withoutSeekHead(await clip), document);
    expect(exported.subarray(60, (await clip).length).equals(withoutSeekHead(await clip).subarray(60))).toBe(
      true,
    );
    expect(await readEmbedded('webm', bytesSource(exported))).toEqual(Buffer.from(document));
  });

  test('leaves unknown sizes unknown', async () => {
    const recorded = withoutSizes(await encodeClip({ container: 'webm' }));
    const exported = await embed('webm', recorded, document);
    expect(exported.subarray(0, recorded.length).equals(recorded)).toBe(true);
  });
});

describe('the entry in the SeekHead', () => {
  const entry = seekEntry(Id.info, 7);
  const withSegment = (data: Buffer): Buffer => Buffer.concat([elementHeader(Id.segment, data.length), data]);
  const voided = (bytes: number): Buffer =>
    Buffer.concat([elementHeader(Id.void, bytes - 9), Buffer.alloc(bytes - 9, 0x55)]);

  test('takes its room from the Void behind it and from nothing else, or is left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(20),
        fc.integer({ min: 9, max: 400 }),
        fc.boolean(),
        async (entries, room, withCrc) => {
          const content = Buffer.concat(Array.from({ length: entries }, () => entry));
          const data = withCrc ? Buffer.concat([smallElement(Id.crc32, Buffer.alloc(4)), content]) : content;
          fc.pre(data.length > 0);
          const front = Buffer.concat([elementHeader(Id.seekHead, data.length), data]);
          const file = Buffer.concat([
            front,
            voided(room),
            smallElement(Id.info, Buffer.alloc(30)),
            Buffer.alloc(5000),
          ]);
          const patch = await seekEntryPatch(new StructureReader(bytesSource(file)), 0, file.length);
          if (patch === null) {
            expect(room).toBeLessThan(18 + 9);
            return;
          }
          const patched = Buffer.concat([patch.bytes, file.subarray(patch.bytes.length)]);
          expect(patched.length).toBe(file.length);
          expect(soughtOffsets(withSegment(patched), Id.tags)).toEqual([12 + file.length]);
          const next = parseElement(patched, find(patched, Id.seekHead).end);
          const end = front.length + room;
          expect(next?.id === Id.void ? next.end : next?.start).toBe(end);
          expect(patched.subarray(end).equals(file.subarray(end))).toBe(true);
          if (withCrc) expect(crcIsValid(patched)).toBe(true);
        },
      ),
    );
  });

  function crcIsValid(file: Buffer): boolean {
    const { dataStart, end } = find(file, Id.seekHead);
    return file.readUInt32LE(dataStart + 2) === crc32(file.subarray(dataStart + 6, end));
  }
});

describe('bytes behind the Segment stay behind it', () => {
  test.each([
    ['junk', Buffer.alloc(9, 0xee)],
    ['another recording', Buffer.from('1a45dfa38018538067ff', 'hex')],
  ])('%s', async (_, behind) => {
    const file = await clip;
    const exported = await embed('webm', Buffer.concat([file, behind]), document);
    expect(exported.equals(Buffer.concat([await embed('webm', file, document), behind]))).toBe(true);
    expect(await readEmbedded('webm', bytesSource(exported))).toEqual(Buffer.from(document));
    expect((await embed('webm', exported, document)).equals(exported)).toBe(true);
  });
});

describe('a recording that broke off', () => {
  /** The clip without sizes and what follows its clusters; its last Cluster begins there. */
  const whole = async () => withoutSizes(await encodeClip({ container: 'webm' }));

  test.each([2, 20, 40, 200])(
    'within its last element, %d bytes of which are left: they become a Void',
    async (left) => {
      const recording = await whole();
      // A block of 300 bytes at most, its track and time, of which only the beginning arrived.
      const torn = Buffer.concat([Buffer.from('a3412c810000', 'hex'), Buffer.alloc(300)]).subarray(0, left);
      const exported = await embed('webm', Buffer.concat([recording, torn]), document);
      const filler = parseElement(exported, recording.length);
      expect(filler).toMatchObject({ id: Id.void, end: recording.length + left });
      expect(parseElement(exported, filler?.end ?? 0)).toMatchObject({ id: Id.tags, end: exported.length });
      expect(exported.subarray(0, recording.length).equals(recording)).toBe(true);
      expect((await embed('webm', exported, document)).equals(exported)).toBe(true);
    },
  );

  test('a single byte of it is left out', async () => {
    const recording = await whole();
    const exported = await embed('webm', Buffer.concat([recording, Buffer.of(0xa3)]), document);
    expect(exported.equals(await embed('webm', recording, document))).toBe(true);
  });

  test('plays as far as it did', async () => {
    const torn = (await whole()).subarray(0, -5);
    const { pictures } = await ffmpegView(torn);
    const exported = await ffmpegView(await embed('webm', torn, document));
    expect(pictures.length).toBeGreaterThan(20);
    expect(exported.pictures.slice(0, 23)).toEqual(pictures.slice(0, 23));
    expect(exported.packets).toHaveLength(23);
  });
});

describe('what is refused', () => {
  test.each([
    ['a Segment that is cut off', (file: Buffer) => file.subarray(0, -1), 'truncated'],
    ['an EBML header alone', (file: Buffer) => file.subarray(0, find(file, Id.segment).start), 'malformed'],
    ['another element in the place of the Segment', () => Buffer.concat([header, voided]), 'malformed'],
    ['an MP4 file', () => Buffer.from('00000010667479706d70343200000000', 'hex'), 'malformed'],
  ])('%s', async (_, change, reason) => {
    const file = change(await encodeClip({ container: 'webm' }));
    await expect(embed('webm', file, document)).rejects.toMatchObject({
      name: 'NativeContainerError',
      reason,
    });
    expect(await readEmbedded('webm', bytesSource(file))).toBeNull();
  });

  const header = Buffer.from(smallElement(Id.ebml, new Uint8Array(4)));
  const voided = Buffer.from(smallElement(Id.void, encodeUint(0)));
});

test('the end of a recording is checked in linear time, whatever it holds', async () => {
  const whole = withoutSizes(await clip);
  const recording = whole.subarray(0, find(whole, Id.segment).dataStart);
  // A million Clusters of unknown size, each the beginning of a chain that fails only at the very end.
  const clusters = Buffer.alloc(5_000_000, Buffer.from('1f43b675ff', 'hex'));
  const file = Buffer.concat([recording, clusters, Buffer.of(0)]);
  const started = performance.now();
  const exported = await embed('webm', file, document);
  expect(await readEmbedded('webm', bytesSource(exported))).toEqual(Buffer.from(document));
  expect(performance.now() - started).toBeLessThan(10_000);
});
