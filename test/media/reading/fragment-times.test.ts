import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { numberedClip, numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 40;
/** Ticks of a frame, as FFmpeg's muxer writes them. */
const FRAME_TICKS = 512;

/** With B-frames, in fragments of 10 frames that say when they begin, with `mfra`. */
let timed: Buffer;
/** The same with the first fragment's frames in the movie box. */
let partly: Buffer;

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

async function shown(file: Buffer) {
  const source = bytesSource(file);
  const { frames, duration } = await probeVideo(source);
  const numbersOf = async (wanted: number[]): Promise<number[]> => {
    const numbers: number[] = [];
    for await (const { data } of decodeFrames(source, frames, wanted, { ...numberedSize, format: 'gray8' }))
      numbers.push(shownNumber(data));
    return numbers;
  };
  return {
    /** Of the frames, from the first on. */
    ticks: Array.from(frames.times, (time) => Math.round((time - (frames.times[0] ?? 0)) * 30)),
    start: frames.times[0],
    duration: Math.round(duration * 30),
    numbers: await numbersOf([...frames.times.keys()]),
    /** Frames that are looked for by their time, without all those before. */
    alone: await numbersOf([12, 39]),
  };
}

const all = [...Array(FRAMES).keys()];
const complete = { duration: FRAMES, ticks: all, numbers: all, alone: [12, 39] };

describe('fragments that do not say when they begin (ISO/IEC 14496-12, 8.8.12) follow one another', () => {
  test('with an index of their presentation times (mfra) and without', async () => {
    const expected = await shown(timed);
    expect(expected).toMatchObject(complete);
    expect(await shown(without(timed, 'tfdt'))).toEqual(expected);
    expect(await shown(without(timed, 'tfdt', 'mfra'))).toEqual(expected);
  });

  test('with an index of decode times, as older muxers wrote it', async () => {
    const file = without(timed, 'tfdt');
    const [index = 0] = contents(file, 'tfra');
    const entryBytes = 19;
    expect(file.readUInt32BE(index + 12)).toBe(4);
    for (const fragment of [0, 1, 2, 3]) {
      file.writeBigUInt64BE(BigInt(fragment * 10 * FRAME_TICKS), index + 16 + fragment * entryBytes);
    }
    expect(await shown(file)).toEqual(await shown(timed));
  });

  test('after a gap the index says when they go on', async () => {
    const file = without(timed, 'tfdt');
    const [index = 0] = contents(file, 'tfra');
    for (const fragment of [2, 3]) {
      const at = index + 16 + fragment * 19;
      file.writeBigUInt64BE(file.readBigUInt64BE(at) + BigInt(100 * FRAME_TICKS), at);
    }
    expect(await shown(file)).toMatchObject({
      ...complete,
      duration: FRAMES + 100,
      ticks: all.map((frame) => (frame < 20 ? frame : frame + 100)),
    });
  });

  test('behind the samples of the movie box', async () => {
    expect(await shown(partly)).toMatchObject(complete);
    expect(await shown(without(partly, 'tfdt'))).toEqual(await shown(partly));
  });
});

test.each([
  ['seconds before 0', -0.5],
  ['at the time of day', 1_700_000_000],
])('fragments that begin %s last as long as their frames', async (_, seconds) => {
  const ticks = BigInt(seconds * 30 * FRAME_TICKS);
  const { start, ...video } = await shown(retimed(timed, (before) => before + ticks));
  expect(video).toEqual(complete);
  expect((start ?? 0) - ((await shown(timed)).start ?? 0)).toBeCloseTo(seconds, 5);
});
