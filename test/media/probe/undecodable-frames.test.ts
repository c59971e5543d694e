import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { withoutLeading } from '../../../shared/media/decode/leading-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { joinedClip } from '../../support/clips/joined-clip.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Frames of each part, which begins with a key frame and has another one in its middle. */
const EACH = 12;
const second = Array.from({ length: EACH }, (_, i) => EACH + i);

/** Two parts of H.264, each sample in a chunk of its own, each part with a sample entry of its own. */
let joined: Buffer;
/** H.265 and then H.264. */
let mixed: Buffer;
/** A fragment for each of the two groups of pictures. */
let fragmented: Buffer;

beforeAll(async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  const clip = async (options: Partial<Parameters<typeof numberedClip>[1]>): Promise<Buffer> => {
    const file = path.join(folder.path, 'clip.mp4');
    const encoderOptions = { bf: '0', 'x264-params': 'log=0:scenecut=0' };
    const ticks = [...Array(EACH).keys()];
    await numberedClip(file, { container: 'mp4', ticks, keyInterval: EACH / 2, encoderOptions, ...options });
    return readFile(file);
  };
  const h264 = await clip({});
  const encoderOptions = { 'x265-params': 'log-level=none:pools=none:bframes=0' };
  const hevc = await clip({ codec: 'hevc', encoderOptions });
  joined = await joinedClip([h264, h264]);
  mixed = await joinedClip([hevc, h264]);
  fragmented = await clip({ muxerOptions: { movflags: '+frag_keyframe+empty_moov' } });
});

/** The file with words of a table replaced, counted behind version and flags. */
function changed(file: Buffer, type: string, words: Readonly<Record<number, number>>): Buffer {
  const copy = Buffer.from(file);
  const content = copy.lastIndexOf(type, -1, 'latin1') + 8;
  for (const [index, value] of Object.entries(words)) copy.writeUInt32BE(value, content + 4 * Number(index));
  return copy;
}

/** The file with other four characters where a box last has this type. */
function renamed(file: Buffer, type: string, other: string): Buffer {
  const copy = Buffer.from(file);
  copy.write(other, copy.lastIndexOf(type, -1, 'latin1'), 'latin1');
  return copy;
}

/** What the tables tell of frames that can never be decoded, and which ones are decoded, begun at the given frame. */
async function told(file: Buffer, from = 0) {
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    if (start >= end) throw new RangeError('an empty range');
    return file.subarray(start, end);
  };
  const source = { size: file.length, read };
  const probe = await probeVideo(source);
  const wanted = [...probe.frames.times.keys()].slice(from);
  const decoded: number[] = [];
  const output = { width: 8, height: 8, format: 'gray8' } as const;
  for await (const { frame } of decodeFrames(source, probe.frames, wanted, output)) decoded.push(frame);
  const lost = wanted.filter((frame) => !decoded.includes(frame));
  return { undecodable: probe.undecodable, lost, probe };
}

/** Words of `stsz` and `stco` before the first value. */
const [SIZES, PLACES] = [2, 1];
const FAR = 0x7fff_ffff;

describe('the tables tell which frames can never be decoded, and no others are lost', () => {
  test.each<[name: string, file: () => Buffer, lost: readonly number[]]>([
    ['none of a sound file', () => joined, []],
    ['samples without data', () => changed(joined, 'stsz', { [SIZES + 3]: 0, [SIZES + 8]: 0 }), [3, 8]],
    ['a last sample without data', () => changed(joined, 'stsz', { [SIZES + 23]: 0 }), [23]],
    ['a key frame without data', () => changed(joined, 'stsz', { [SIZES + 6]: 0 }), [6]],
    ['samples beyond the end of the file', () => changed(joined, 'stco', { [PLACES + 5]: FAR }), [5]],
    ['a sample that ends beyond the end', () => changed(joined, 'stsz', { [SIZES + 8]: 2 ** 28 }), [8]],
    ['a codec that is not supported', () => renamed(joined, 'avc1', 'CFHD'), second],
    ['an encrypted sample entry', () => renamed(joined, 'avc1', 'encv'), second],
    ['a codec without its configuration', () => renamed(mixed, 'avcC', 'free'), second],
    ['no configuration, which an entry of the same codec has', () => renamed(joined, 'avcC', 'free'), []],
    ['a sample entry that is missing', () => changed(joined, 'stsc', { 6: 3 }), []],
    ['a sample entry numbered 0', () => changed(joined, 'stsc', { 3: 0 }), []],
    ['another sample entry than the only one', () => changed(fragmented, 'trex', { 1: 2 }), []],
  ])('%s', async (_, file, expected) => {
    const { undecodable, lost } = await told(file());
    expect(undecodable).toEqual(expected);
    expect(lost).toEqual(expected);
  });

  test('a fragment with data beyond the end of the file', async () => {
    const run = fragmented.indexOf('trun') + 8;
    const file = Buffer.from(fragmented);
    // Where the data is and the flags of the first sample come first; sizes are the only words of each sample.
    expect(file.readUInt32BE(run - 4)).toBe(0x205);
    const last = run + 4 * (3 + EACH / 2 - 1);
    file.writeUInt32BE(2 ** 28, last);
    expect(await told(file)).toMatchObject({ undecodable: [EACH / 2 - 1], lost: [EACH / 2 - 1] });
  });
});

test('a part whose entry has no configuration is decoded wherever decoding begins', async () => {
  expect((await told(renamed(joined, 'avcC', 'free'), EACH + 1)).lost).toEqual([]);
});

test('of the frames behind those at the start that are none', async () => {
  const { probe } = await told(changed(joined, 'stsz', { [SIZES]: 0, [SIZES + 8]: 0 }));
  expect(probe.undecodable).toEqual([0, 8]);
  expect(withoutLeading(probe, EACH / 2).undecodable).toEqual([2]);
});
