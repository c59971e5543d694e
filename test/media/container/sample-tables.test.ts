import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { sampledRows } from '../../support/run/long.ts';
import { encodeClip } from '../native/clips.ts';

/** 24 frames of H.264 without B-frames (no `ctts`), and with. */
let plain: Buffer;
let reordered: Buffer;
let fragmented: Buffer;

beforeAll(async () => {
  plain = await encodeClip({ container: 'mp4', bFrames: 0 });
  reordered = await encodeClip({ container: 'mp4', bFrames: 2 });
  fragmented = await encodeClip({
    container: 'mp4',
    muxerOptions: { movflags: '+frag_keyframe+empty_moov' },
  });
});

/** The file with words of the first box of a type replaced; word 0 holds version and flags. */
function changed(file: Buffer, type: string, words: Readonly<Record<number, number>>): Buffer {
  const copy = Buffer.from(file);
  const content = copy.indexOf(type, 0, 'latin1') + 4;
  if (content === 3) throw new Error(`there is no ${type} box`);
  for (const [index, value] of Object.entries(words)) copy.writeUInt32BE(value, content + 4 * Number(index));
  return copy;
}

const reasonOf = (file: Buffer, limits = {}) =>
  probeVideo(bytesSource(file), limits).then(
    ({ frames }) => frames.times.length,
    (error: unknown) => (error as { reason?: string }).reason ?? error,
  );

const billion = 1_000_000_000;
const tooMany = 'too-many-frames';

test('tables that fit the file are used', async () => {
  expect(await Promise.all([plain, reordered, fragmented].map((file) => reasonOf(file)))).toEqual([
    24, 24, 24,
  ]);
  expect(plain.includes('ctts')).toBe(false);
  expect(reordered.includes('ctts')).toBe(true);
});

describe('a table of the video that announces a billion is refused before it is written out', () => {
  const TABLES: [name: string, file: () => Buffer, type: string, words: Record<number, number>][] = [
    ['samples in a run of stts, without ctts', () => plain, 'stts', { 2: billion }],
    ['samples in a run of stts, with ctts', () => reordered, 'stts', { 2: billion }],
    ['samples in a run of ctts', () => reordered, 'ctts', { 2: billion }],
    ['entries of stts', () => plain, 'stts', { 1: billion }],
    ['entries of stss', () => plain, 'stss', { 1: billion }],
    ['entries of stsc', () => plain, 'stsc', { 1: billion }],
    ['samples in a chunk of stsc', () => plain, 'stsc', { 3: billion }],
    ['entries of stco', () => plain, 'stco', { 1: billion }],
    ['samples of one size in stsz', () => plain, 'stsz', { 1: 1, 2: billion }],
  ];

  test.each(sampledRows(TABLES))('%s', { tags: 'sampled' }, async (_, file, type, words) => {
    expect(await reasonOf(changed(file(), type, words))).toBe(tooMany);
  });

  test('sizes in stsz, which has not room for them', async () => {
    expect(await reasonOf(changed(plain, 'stsz', { 2: billion }))).toBe('malformed');
  });

  test('edits in elst, which has not room for them', async () => {
    expect(await reasonOf(changed(reordered, 'elst', { 1: billion }))).toBe('malformed');
  });

  test('sizes of 4 bits in stz2, which has not room for them', async () => {
    const compact = changed(plain, 'stsz', { 1: 4, 2: billion });
    compact.write('stz2', compact.indexOf('stsz'), 'latin1');
    expect(await reasonOf(compact)).toBe('malformed');
  });

  test('samples of a fragment, each of whose values is a default', async () => {
    // The flags are in word 0: no value is in the entries themselves.
    expect(await reasonOf(changed(fragmented, 'trun', { 0: 0x1, 1: billion }))).toBe(tooMany);
  });

  test('samples of a fragment that has not room for them', async () => {
    expect(await reasonOf(changed(fragmented, 'trun', { 1: 1000 }))).toBe('malformed');
  });
});

test('more frames than the file has bytes are refused, though not more than allowed', async () => {
  const samples = plain.length + 1;
  expect(await reasonOf(changed(plain, 'stts', { 2: samples }), { maxFrames: 2_000_000 })).toBe('malformed');
});

describe('a table that only a parser that reads on would find', () => {
  const bomb = () => changed(plain, 'stts', { 2: billion });

  test('one that does not fit into its parent', async () => {
    const file = bomb();
    file.writeUInt32BE(0x7fffffff, file.indexOf('stts', 0, 'latin1') - 4);
    expect(await reasonOf(file)).toBe(tooMany);
  });

  test('one in the second of two boxes of the same kind', async () => {
    const file = bomb();
    const decoy = Buffer.from('000000087374626c', 'hex');
    for (const type of ['moov', 'trak', 'mdia', 'minf']) {
      const start = file.indexOf(type, 0, 'latin1') - 4;
      file.writeUInt32BE(file.readUInt32BE(start) + decoy.length, start);
    }
    const tables = file.indexOf('stbl', 0, 'latin1') - 4;
    expect(await reasonOf(Buffer.concat([file.subarray(0, tables), decoy, file.subarray(tables)]))).toBe(
      tooMany,
    );
  });

  test('one of a track that says twice what it is', async () => {
    const file = bomb();
    const handler = file.indexOf('hdlr', 0, 'latin1') - 4;
    const decoy = Buffer.from(file.subarray(handler, handler + file.readUInt32BE(handler)));
    decoy.write('soun', 16, 'latin1');
    for (const type of ['moov', 'trak', 'mdia']) {
      const start = file.indexOf(type, 0, 'latin1') - 4;
      file.writeUInt32BE(file.readUInt32BE(start) + decoy.length, start);
    }
    expect(await reasonOf(Buffer.concat([file.subarray(0, handler), decoy, file.subarray(handler)]))).toBe(
      tooMany,
    );
  });
});

test('sound may have a sample for each of its values', async () => {
  // A second track, of sound, whose one run has a billion samples.
  const start = plain.indexOf('trak', 0, 'latin1') - 4;
  const track = Buffer.from(plain.subarray(start, start + plain.readUInt32BE(start)));
  track.write('soun', track.indexOf('vide', 0, 'latin1'), 'latin1');
  const moov = plain.indexOf('moov', 0, 'latin1') - 4;
  const moovEnd = moov + plain.readUInt32BE(moov);
  const sound = changed(track, 'stts', { 2: billion });
  const file = Buffer.concat([plain.subarray(0, moovEnd), sound, plain.subarray(moovEnd)]);
  file.writeUInt32BE(moovEnd - moov + sound.length, moov);
  expect(await reasonOf(file)).toBe(24);
});
