import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { decodeFrameIndex, encodeFrameIndex } from '../../../shared/media/probe/frame-index-codec.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { cutClip } from '../../support/clips/cut-clip.ts';
import { isoBox } from '../../support/clips/iso-box.ts';
import { numberedClip, numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 40;
/** Ticks of a frame, as FFmpeg's muxer writes them. */
const FRAME_TICKS = 512;
/** Of an entry in `tfra`: two numbers of 64 bits, three of 8. */
const ENTRY_BYTES = 19;

/** With B-frames, in fragments of 10 frames that say when they begin, with `mfra`. */
let timed: Buffer;
/** The same with the first fragment's frames in the movie box. */
let partly: Buffer;

/** `timed` from its second fragment on as FFmpeg writes it for Smooth Streaming, with `tfxd` in place of `tfdt`. */
let streamed: Buffer;

beforeAll(async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  const clip = async (movflags: string) => {
    const file = path.join(folder.path, `${movflags}.mp4`);
    await numberedClip(file, {
      container: 'mp4',
      ticks: [...Array(FRAMES).keys()],
      bFrames: 2,
      keyInterval: 10,
      encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
      muxerOptions: { movflags },
    });
    return await readFile(file);
  };
  timed = await clip('frag_keyframe+empty_moov');
  partly = await clip('frag_keyframe');
  const [whole, cut] = [path.join(folder.path, 'whole.mp4'), path.join(folder.path, 'cut.ismv')];
  await writeFile(whole, timed);
  await cutClip(whole, cut, { key: 1 });
  streamed = await readFile(cut);
});

/** The file with the boxes of these types renamed. */
function without(file: Buffer, ...types: string[]): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(new RegExp(types.join('|'), 'g'), 'free'), 'latin1');
}

/** Where the contents of the boxes of a type begin. */
function contents(file: Buffer, type: string): number[] {
  const found: number[] = [];
  for (let at = file.indexOf(type); at >= 0; at = file.indexOf(type, at + 4)) found.push(at + 4);
  return found;
}

/** The file with each decode time (`tfdt` of 64 bits) changed; `fragment` counts from 0. */
function retimed(file: Buffer, ticks: (before: bigint, fragment: number) => bigint): Buffer {
  const copy = Buffer.from(file);
  for (const [fragment, at] of contents(copy, 'tfdt').entries()) {
    expect(copy[at]).toBe(1);
    copy.writeBigInt64BE(ticks(copy.readBigInt64BE(at + 4), fragment), at + 4);
  }
  return copy;
}

const probe = (file: Buffer) => analyseVideo(bytesSource(file), DEFAULT_PROBE_LIMITS);

async function startOf(file: Buffer): Promise<number> {
  const [start = Number.NaN] = (await probe(file)).frames.times;
  return start;
}

/** Length and times in frames, from the first on, and the numbers that the frames show. */
async function shown(file: Buffer, only?: readonly number[]) {
  const { frames, duration } = await probe(file);
  const output = { ...numberedSize, format: 'gray8' } as const;
  const [start = 0] = frames.times;
  const numbers: number[] = [];
  for await (const { data } of decodeFrames(
    bytesSource(file),
    frames,
    only ?? [...frames.times.keys()],
    output,
  ))
    numbers.push(shownNumber(data));
  const ticks = Array.from(frames.times, (time) => Math.round((time - start) * 30));
  return { ticks, numbers, duration: Math.round(duration * 30) };
}

const all = [...Array(FRAMES).keys()];
const complete = { ticks: all, numbers: all, duration: FRAMES };

describe('fragments that do not say when they begin (ISO/IEC 14496-12, 8.8.12) follow one another', () => {
  test('with an index of their presentation times (mfra)', async () => {
    expect(await shown(timed)).toEqual(complete);
    expect(await shown(without(timed, 'tfdt'))).toEqual(complete);
    expect(await startOf(without(timed, 'tfdt'))).toBe(await startOf(timed));
  });

  test('without an index, also for a reader that looks for frames by their times', async () => {
    const file = without(timed, 'tfdt', 'mfra');
    expect(await shown(file)).toEqual(complete);
    expect(await startOf(file)).toBe(await startOf(timed));
    expect((await shown(file, [12, 39])).numbers).toEqual([12, 39]);
  });

  test('with an index of decode times, as older muxers wrote it', async () => {
    const file = without(timed, 'tfdt');
    const [index = 0] = contents(file, 'tfra');
    expect(file.readUInt32BE(index + 12)).toBe(4);
    for (const fragment of [0, 1, 2, 3]) {
      file.writeBigUInt64BE(BigInt(fragment * 10 * FRAME_TICKS), index + 16 + fragment * ENTRY_BYTES);
    }
    expect(await shown(file)).toEqual(complete);
  });

  test('but after a gap, when the index says', async () => {
    const file = without(timed, 'tfdt');
    const [index = 0] = contents(file, 'tfra');
    for (const fragment of [2, 3]) {
      const at = index + 16 + fragment * ENTRY_BYTES;
      file.writeBigUInt64BE(file.readBigUInt64BE(at) + BigInt(100 * FRAME_TICKS), at);
    }
    expect(await shown(file)).toEqual({
      ticks: all.map((frame) => (frame < 20 ? frame : frame + 100)),
      numbers: all,
      duration: FRAMES + 100,
    });
  });

  test('behind the samples of the movie box', async () => {
    expect(await shown(partly)).toEqual(complete);
    expect(await shown(without(partly, 'tfdt'))).toEqual(complete);
  });
});

describe('fragments of Smooth Streaming are decoded when their tfxd says ([MS-SSTR], 2.2.4.4)', () => {
  const TFXD = Buffer.from('6d1d9b0542d544e680e2141daff757b2', 'hex');
  /** Of 10 frames, in ticks. */
  const DURATION = 10 * FRAME_TICKS;

  /**
   * The file without an index, with a `tfxd` in place of each `tfdt`.
   * @param payload of a fragment, by when it begins: version and flags, time, duration
   */
  function smoothly(payload: (time: number, fragment: number) => Buffer): Buffer {
    const pieces: Buffer[] = [];
    let copied = 0;
    for (const [fragment, at] of contents(timed, 'tfdt').entries()) {
      const box = isoBox('uuid', TFXD, payload(Number(timed.readBigUInt64BE(at + 4)), fragment));
      const piece = Buffer.concat([timed.subarray(copied, at - 8), box]);
      const growth = box.length - 20;
      for (const type of ['moof', 'traf']) {
        const size = piece.lastIndexOf(type) - 4;
        piece.writeUInt32BE(piece.readUInt32BE(size) + growth, size);
      }
      // Where the `moof` begins in the file, and the samples from there on.
      const base = piece.lastIndexOf('tfhd') + 12;
      piece.writeBigUInt64BE(piece.readBigUInt64BE(base) + BigInt(fragment * growth), base);
      const run = timed.indexOf('trun', at) + 12;
      const behind = Buffer.from(timed.subarray(at + 12, run + 4));
      behind.writeUInt32BE(timed.readUInt32BE(run) + growth, behind.length - 4);
      pieces.push(piece, behind);
      copied = run + 4;
    }
    return without(Buffer.concat([...pieces, timed.subarray(copied)]), 'mfra');
  }

  const wide = (time: number, duration: number): Buffer => {
    const payload = Buffer.from('0100000000000000000000000000000000000000', 'hex');
    payload.writeBigUInt64BE(BigInt(time), 4);
    payload.writeBigUInt64BE(BigInt(duration), 12);
    return payload;
  };
  const narrow = (time: number, duration: number): Buffer => isoBox('    ', [0, time, duration]).subarray(8);

  test.each([
    ['64 bits', wide],
    ['32 bits', narrow],
  ])('in %s', async (_, payload) => {
    const late = smoothly((time) => payload(time + 100 * FRAME_TICKS, DURATION));
    expect(await shown(late)).toEqual(complete);
    expect((await startOf(late)) - (await startOf(timed))).toBeCloseTo(100 / 30, 5);
  });

  test('also where that is when their first frame is presented, as FFmpeg writes it', async () => {
    const presented = smoothly((time) => wide(time + 2 * FRAME_TICKS, DURATION));
    expect(await shown(presented)).toEqual(complete);
    expect(await startOf(presented)).toBe(await startOf(timed));
    const { ticks, numbers } = await shown(without(streamed, 'mfra'));
    expect({ ticks, numbers }).toEqual({ ticks: all.slice(0, 30), numbers: all.slice(10) });
    expect(await startOf(without(streamed, 'mfra'))).toBeCloseTo((await startOf(timed)) + 10 / 30, 5);
  });

  test('after a gap', async () => {
    const gap = smoothly((time, fragment) => wide(time + (fragment < 2 ? 0 : 10 * DURATION), DURATION));
    expect(await shown(gap)).toEqual({
      ticks: all.map((frame) => (frame < 20 ? frame : frame + 100)),
      numbers: all,
      duration: FRAMES + 100,
    });
  });

  test.each([
    ['in other ticks than theirs', (time: number) => wide(50 * time, 50 * DURATION)],
    ['a step back', (time: number, fragment: number) => wide(fragment === 2 ? 0 : time, DURATION)],
    ['cut off', (time: number) => wide(time + DURATION, DURATION).subarray(0, 8)],
  ])('but follow one another where it is %s', async (_, payload) => {
    expect(await shown(smoothly(payload))).toEqual(complete);
    expect(await startOf(smoothly(payload))).toBe(await startOf(timed));
  });
});

test.each([
  ['seconds before 0', -0.5],
  ['at the time of day', 1_700_000_000],
])('fragments that begin %s last as long as their frames', async (_, seconds) => {
  const ticks = BigInt(seconds * 30 * FRAME_TICKS);
  const file = retimed(timed, (before) => before + ticks);
  expect(await shown(file)).toEqual(complete);
  expect((await startOf(file)) - (await startOf(timed))).toBeCloseTo(seconds, 5);
});

test('the time of day in ticks finer than a number can hold is taken as exactly as can be', async () => {
  const [fine, start] = [10_000_000, 1_700_000_000];
  const scale = fine / (30 * FRAME_TICKS);
  const file = retimed(without(timed, 'mfra'), (ticks) =>
    BigInt(Math.round(Number(ticks) * scale) + start * fine),
  );
  for (const at of contents(file, 'mdhd')) file.writeUInt32BE(fine, at + 12);
  for (const at of contents(file, 'trun')) rescale(file, at, scale);
  for (const at of contents(file, 'tfhd')) file.writeUInt32BE(Math.round(FRAME_TICKS * scale), at + 16);
  expect(await shown(file)).toEqual(complete);
  const { frames } = await probe(file);
  const stored = decodeFrameIndex(encodeFrameIndex(frames));
  const pictures = decodeFrames(bytesSource(file), stored, [39], { ...numberedSize, format: 'gray8' });
  for await (const { data } of pictures) expect(shownNumber(data)).toBe(39);
});

/** Changes the composition offsets of a run to finer ticks: the last word of its entries. */
function rescale(file: Buffer, run: number, scale: number): void {
  const words = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => file.readUInt32BE(run) & flag).length;
  const begin = run + 8 + 4 * [0x1, 0x4].filter((flag) => file.readUInt32BE(run) & flag).length;
  for (let i = 0; i < file.readUInt32BE(run + 4); i++) {
    const at = begin + (i + 1) * words - 4;
    file.writeUInt32BE(Math.round(file.readUInt32BE(at) * scale), at);
  }
}

test('fragments that overlap are shown in the order of their times', async () => {
  const overlapping = retimed(
    timed,
    (ticks, fragment) => ticks - BigInt(fragment === 2 ? 5 * FRAME_TICKS : 0),
  );
  const { numbers, ticks } = await shown(overlapping);
  expect(ticks).toEqual(
    [...all].map((frame) => (frame < 20 || frame > 29 ? frame : frame - 5)).sort((a, b) => a - b),
  );
  expect(numbers.slice(14, 26)).toEqual([14, 15, 20, 16, 21, 17, 22, 18, 23, 19, 24, 25]);
  expect([...numbers].sort((a, b) => a - b)).toEqual(all);
});
