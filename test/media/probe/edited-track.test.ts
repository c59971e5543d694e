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
const FPS = 30;
/** Ticks a second of the movie, and of a frame's length in the media; as FFmpeg's muxer writes them. */
const MOVIE_TICKS = 1000;
const FRAME_TICKS = 512;

/** With B-frames, so that the muxer writes an edit list. */
let clip: Buffer;

beforeAll(async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  const file = path.join(folder.path, 'clip.mp4');
  await numberedClip(file, {
    container: 'mp4',
    ticks: [...Array(FRAMES).keys()],
    bFrames: 2,
    keyInterval: 20,
    encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
  });
  clip = await readFile(file);
});

/** The clip with an edit that begins so many frames after its first and lasts so many seconds. */
function edited(from: number, seconds: number, rate = 1): Buffer {
  const file = Buffer.from(clip);
  const entry = file.indexOf('elst') + 4 + 8;
  file.writeUInt32BE(Math.round(seconds * MOVIE_TICKS), entry);
  file.writeInt32BE(file.readInt32BE(entry + 4) + from * FRAME_TICKS, entry + 4);
  file.writeInt32BE(rate * 0x10000, entry + 8);
  return file;
}

/** The file with only its second key frame marked as such (`stss`, ISO/IEC 14496-12, 8.6.2). */
function withoutFirstSync(file: Buffer): Buffer {
  const count = file.indexOf('stss') + 4 + 4;
  expect(file.readUInt32BE(count)).toBe(2);
  file.writeUInt32BE(1, count);
  file.copy(file, count + 4, count + 8, count + 12);
  return file;
}

async function shown(file: Buffer) {
  const source = bytesSource(file);
  const { frames, duration } = await probeVideo(source);
  const numbers: number[] = [];
  for await (const { data } of decodeFrames(source, frames, [...frames.times.keys()], {
    ...numberedSize,
    format: 'gray8',
  }))
    numbers.push(shownNumber(data));
  return { numbers, frames, duration };
}

const numbersFrom = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, i) => first + i);

describe('an edit (ISO/IEC 14496-12, 8.6.6)', () => {
  test('shows the frames that begin in it, whether or not one to start decoding at is marked before them', async () => {
    const sync = await shown(edited(5, 35 / FPS));
    expect(sync.numbers).toEqual(numbersFrom(5, FRAMES));
    expect(sync.frames.times[0]).toBe(0);
    const noSync = await shown(withoutFirstSync(edited(5, 35 / FPS)));
    expect(noSync.numbers).toEqual(sync.numbers);
    expect(noSync.frames.times).toEqual(sync.frames.times);
  });

  test('that begins within a frame shows the next one late', async () => {
    const { numbers, frames } = await shown(edited(4.5, 35.5 / FPS));
    expect(numbers).toEqual(numbersFrom(5, FRAMES));
    expect(frames.times[0]).toBeCloseTo(0.5 / FPS);
  });

  test('that is longer than the media lasts as long as it says: the last frame stays', async () => {
    const { numbers, duration } = await shown(edited(5, 2.5));
    expect(numbers).toEqual(numbersFrom(5, FRAMES));
    expect(duration).toBe(2.5);
  });

  test.each([0.5, 0])(
    'with the rate %d is shown as it was recorded, and ends with the media',
    async (rate) => {
      const { numbers, frames, duration } = await shown(edited(5, 70 / FPS, rate));
      expect(numbers).toEqual(numbersFrom(5, FRAMES));
      expect([duration, frames.endTime]).toEqual([35 / FPS, 35 / FPS]);
    },
  );

  test('with the rate 2 shows what is recorded in its length', async () => {
    const { numbers, duration } = await shown(edited(5, 0.5, 2));
    expect(numbers).toEqual(numbersFrom(5, 20));
    expect(duration).toBe(0.5);
  });

  test('that ends before the media leaves frames out, and cuts the last one short', async () => {
    const { numbers, duration } = await shown(edited(5, 0.35));
    expect(numbers).toEqual(numbersFrom(5, 16));
    expect(duration).toBe(0.35);
  });

  test('that ends with the media, but for rounding, ends with the last frame', async () => {
    for (const seconds of [1.166, 1.167]) expect((await shown(edited(5, seconds))).duration).toBe(35 / FPS);
  });
});

test('frames that share one time are shown in the order in which they are decoded', async () => {
  const file = Buffer.from(clip);
  const [steps, offsets] = [file.indexOf('stts') + 4, file.indexOf('ctts') + 4];
  expect(file.readUInt32BE(steps + 4)).toBe(1);
  file.writeUInt32BE(0, steps + 12);
  for (let run = 0; run < file.readUInt32BE(offsets + 4); run++)
    file.writeUInt32BE(0, offsets + 12 + 8 * run);
  file.write('free', file.indexOf('edts'), 'latin1');
  const { numbers, frames } = await shown(file);
  expect([...numbers].sort((a, b) => a - b)).toEqual(numbersFrom(0, FRAMES));
  expect(new Set(frames.times)).toEqual(new Set([0]));
  expect([...frames.keyFrames]).toEqual([0]);
});
