import { describe, expect, test } from 'vitest';
import { type ByteSource, bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { planEmbedding, readEmbedded } from '../../../shared/media/native/embedding.ts';
import { counted, embed, incompressible, utf8 } from './clips.ts';

const document = utf8('{"schemaVersion":"1.0"}');
const UUID_BOX = Buffer.from('757569646d50291571cc40259bb51201a840a512', 'hex');

function box(type: string, ...content: Uint8Array[]): Buffer {
  const data = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + data.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, data]);
}

const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer).swap32();
const movie = Buffer.concat([
  box('ftyp', utf8('isom')),
  box('moov', Buffer.alloc(40)),
  box('mdat', Buffer.alloc(99)),
]);
/** An mfra box with nothing but its mfro, which states the length of both. */
const randomAccess = box('mfra', box('mfro', u32(0), u32(24)));

/** A file of `size` bytes of which only `parts` are not zero. */
function sparse(size: number, parts: Readonly<Record<number, Uint8Array>>): ByteSource {
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (const [at, part] of Object.entries(parts)) {
        for (const [i, byte] of part.entries()) {
          if (Number(at) + i >= start && Number(at) + i < end) bytes[Number(at) + i - start] = byte;
        }
      }
      return bytes;
    },
  };
}

describe('embedding in MP4', () => {
  test('leaves every byte where it was and appends one uuid box that ends the file', async () => {
    const exported = await embed('mp4', movie, document);
    expect(exported.subarray(0, movie.length).equals(movie)).toBe(true);
    const added = exported.subarray(movie.length);
    expect(added.readUInt32BE(0)).toBe(added.length);
    expect(added.subarray(4, 24).equals(UUID_BOX)).toBe(true);
    expect(added.toString('latin1', added.length - 8)).toBe('VMSMETA\n');
  });

  test('keeps a closing mfra last, where players look for it', async () => {
    const exported = await embed('mp4', Buffer.concat([movie, randomAccess]), document);
    expect(exported.subarray(-randomAccess.length).equals(randomAccess)).toBe(true);
    expect(exported.subarray(0, -randomAccess.length).equals(await embed('mp4', movie, document))).toBe(true);
    expect(await readEmbedded('mp4', bytesSource(exported))).toEqual(Buffer.from(document));
  });

  test('finds a document however much there is of it, also behind appended boxes', async () => {
    const large = incompressible(6 * 2 ** 20);
    const exported = await embed('mp4', movie, large);
    const appended = Buffer.concat([exported, box('free', Buffer.alloc(5))]);
    for (const file of [exported, appended]) {
      expect(Buffer.compare((await readEmbedded('mp4', bytesSource(file))) ?? movie, large)).toBe(0);
    }
  });

  test('finds the document when a tool has appended boxes, and voids it when embedding again', async () => {
    const appended = Buffer.concat([await embed('mp4', movie, document), box('free', Buffer.alloc(5))]);
    expect(await readEmbedded('mp4', bytesSource(appended))).toEqual(Buffer.from(document));
    const renewed = await embed('mp4', appended, utf8('{}'));
    expect(await readEmbedded('mp4', bytesSource(renewed))).toEqual(Buffer.from('{}'));
    expect(renewed.indexOf(UUID_BOX)).toBe(renewed.lastIndexOf(UUID_BOX));
    expect(renewed.toString('latin1', movie.length + 4, movie.length + 8)).toBe('free');
  });

  test('ignores a document that the video only quotes', async () => {
    const quoted = box('mdat', (await embed('mp4', movie, document)).subarray(movie.length + 4));
    expect(await readEmbedded('mp4', bytesSource(Buffer.concat([movie, quoted])))).toBeNull();
  });
});

describe('an open-ended last box', () => {
  const open = (type: string): Buffer => Buffer.concat([u32(0), Buffer.from(type, 'latin1')]);
  const head = movie.subarray(0, 60);

  test('gets its size in 32 bits', async () => {
    const file = Buffer.concat([head, open('mdat'), Buffer.alloc(70)]);
    const exported = await embed('mp4', file, document);
    expect(exported.readUInt32BE(60)).toBe(78);
    expect(exported.subarray(64, file.length).equals(file.subarray(64))).toBe(true);
  });

  test('gets a 64-bit size in the place of the wide box before it', async () => {
    const source = sparse(6e9, { 0: head, 60: Buffer.concat([box('wide'), open('mdat')]) });
    const { pieces } = await planEmbedding('mov', source, [document]);
    const header = Buffer.from('000000016d6461740000000165a0bbc4', 'hex');
    expect(Number(header.readBigUInt64BE(8))).toBe(6e9 - 60);
    expect(pieces.slice(0, 3)).toEqual([
      { copy: { start: 0, end: 60 } },
      { bytes: header },
      { copy: { start: 76, end: 6e9 } },
    ]);
  });

  test('beyond 32 bits without such a place stays open', async () => {
    const source = sparse(6e9, { 0: head, 60: open('mdat') });
    const { pieces } = await planEmbedding('mov', source, [document]);
    expect(pieces[0]).toEqual({ copy: { start: 0, end: 6e9 } });
  });
});

describe('a last box that runs past the end of the file', () => {
  const cutOff = movie.subarray(0, -8);
  const last = 60;

  test('ends with the file in the export, where the uuid box then follows', async () => {
    const exported = await embed('mp4', cutOff, document);
    expect(exported.readUInt32BE(last)).toBe(cutOff.length - last);
    const added = exported.subarray(cutOff.length);
    expect(added.readUInt32BE(0)).toBe(added.length);
    expect(added.subarray(4, 24).equals(UUID_BOX)).toBe(true);
    // Nothing else has changed.
    exported.writeUInt32BE(cutOff.readUInt32BE(last), last);
    expect(exported.subarray(0, cutOff.length).equals(cutOff)).toBe(true);
  });

  test('with a 64-bit size gets that one', async () => {
    const head = movie.subarray(0, last);
    const media = Buffer.concat([u32(1), utf8('mdat'), u32(0), u32(1000), Buffer.alloc(50)]);
    const file = Buffer.concat([head, media]);
    const exported = await embed('mp4', file, document);
    expect(exported.readBigUInt64BE(last + 8)).toBe(BigInt(media.length));
    expect(await readEmbedded('mp4', bytesSource(exported))).toEqual(Buffer.from(document));
  });

  test('keeps what it ends with when the document is replaced', async () => {
    const exported = await embed('mp4', await embed('mp4', cutOff, document), utf8('{}'));
    expect(exported.equals(await embed('mp4', cutOff, utf8('{}')))).toBe(true);
  });
});

describe('bytes that are no box stay where they are, and the document is found behind them', () => {
  test.each([
    ['a 64-bit size that is cut off', Buffer.concat([u32(1), utf8('mdat'), u32(0)])],
    ['zeros', Buffer.alloc(20)],
    ['fewer bytes than a header', Buffer.alloc(3)],
    ['a box shorter than its header', Buffer.concat([u32(7), utf8('free')])],
  ])('%s', async (_, junk) => {
    const file = Buffer.concat([movie, junk]);
    const exported = await embed('mp4', file, document);
    expect(exported.subarray(0, file.length).equals(file)).toBe(true);
    expect(await readEmbedded('mp4', bytesSource(exported))).toEqual(Buffer.from(document));
    expect((await embed('mp4', exported, document)).equals(exported)).toBe(true);
    expect(await readEmbedded('mp4', bytesSource(file))).toBeNull();
  });

  test('more boxes than are looked at', async () => {
    const file = Buffer.concat([movie, Buffer.alloc(8 * 600_000, box('free'))]);
    const exported = await embed('mp4', file, document);
    expect(exported.subarray(0, file.length).equals(file)).toBe(true);
    expect(await readEmbedded('mp4', bytesSource(exported))).toEqual(Buffer.from(document));
  });
});

describe('what is refused', () => {
  test.each([
    ['a file without moov', movie.subarray(0, 12)],
    ['an empty file', Buffer.alloc(0)],
  ])('%s', async (_, file) => {
    await expect(embed('mp4', file, document)).rejects.toMatchObject({
      name: 'NativeContainerError',
      reason: 'malformed',
    });
    expect(await readEmbedded('mp4', bytesSource(file))).toBeNull();
  });
});

test('a file of 10 GiB costs a few small reads, and its document is found with one', async () => {
  const size = 10 * 2 ** 30;
  const media = Buffer.concat([u32(1), utf8('mdat'), u32(2), u32(0x80000000 - 60)]);
  const source = counted(sparse(size, { 0: movie.subarray(0, 60), 60: media }));
  const plan = await planEmbedding('mp4', source, [document]);
  expect(source.reads).toBeLessThanOrEqual(3);
  expect(source.bytes).toBeLessThan(200_000);
  const [, added] = plan.pieces;
  if (!added || !('bytes' in added)) throw new Error('the plan does not end with the uuid box');
  const exported = counted(sparse(plan.size, { [size]: added.bytes }));
  expect(await readEmbedded('mp4', exported)).toEqual(Buffer.from(document));
  expect(exported.reads).toBe(1);
});
