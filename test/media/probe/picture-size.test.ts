import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';
import { ffmpegSize } from '../../support/clips/ffmpeg-size.ts';
import { isoBox } from '../../support/clips/iso-box.ts';
import {
  type NumberedClipOptions,
  numberedClip,
  numberedSize,
  shownNumber,
} from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** 96 × 64 pixels, without and with a `pasp` box of square pixels. */
let mp4: Buffer;
let square: Buffer;
let hevc: Buffer;
let webm: Buffer;
let encoded: (name: string, options: Omit<NumberedClipOptions, 'ticks'>) => Promise<Buffer>;

const temporary = temporaryFolder();
afterFile(() => temporary[Symbol.dispose]());

beforeAll(async () => {
  encoded = async (name, options) => {
    const file = path.join(temporary.path, name);
    await numberedClip(file, { ticks: [0, 1], ...options });
    return await readFile(file);
  };
  mp4 = await encoded('plain.mp4', { container: 'mp4' });
  square = withPasp(mp4, 1, 1);
  hevc = await encoded('hevc.mp4', { container: 'mp4', codec: 'hevc' });
  webm = await encoded('plain.webm', { container: 'webm' });
});

/** The file with another box in its sample entry; the boxes around it grow. */
function withEntryBox(file: Buffer, box: Buffer): Buffer {
  const entry = file.indexOf('avc1', file.indexOf('stsd')) - 4;
  const end = entry + file.readUInt32BE(entry);
  const grown = Buffer.concat([file.subarray(0, end), box, file.subarray(end)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1']) {
    const start = grown.indexOf(type, type === 'avc1' ? entry : 0) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(start) + box.length, start);
  }
  return grown;
}

const withPasp = (file: Buffer, width: number, height: number): Buffer =>
  withEntryBox(file, isoBox('pasp', [width, height]));

/** The file with the sample entry of another one behind its own, which all samples have. */
function withSecondEntry(file: Buffer, other: Buffer): Buffer {
  const [table, place] = [file.indexOf('stsd') - 4, other.indexOf('avc1', other.indexOf('stsd')) - 4];
  const entry = other.subarray(place, place + other.readUInt32BE(place));
  const end = table + file.readUInt32BE(table);
  const grown = Buffer.concat([file.subarray(0, end), entry, file.subarray(end)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']) {
    const start = grown.indexOf(type) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(start) + entry.length, start);
  }
  grown.writeUInt32BE(2, table + 12);
  return grown;
}

/** The file with the content of the first box of a type changed. */
function changed(file: Buffer, type: string, change: (content: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy.subarray(copy.indexOf(type) + 4));
  return copy;
}

/** 16.16 fixed point. */
const fixed = (value: number): number => value * 0x10000;
const trackSize = (file: Buffer, width: number, height: number): Buffer =>
  changed(file, 'tkhd', (content) => {
    content.writeUInt32BE(fixed(width), 76);
    content.writeUInt32BE(fixed(height), 80);
  });
/** The matrix of the movie (`mvhd`) or the track (`tkhd`): factors of width and height. */
const stretched = (file: Buffer, type: 'mvhd' | 'tkhd', x: number, y: number): Buffer =>
  changed(file, type, (content) => {
    content.writeInt32BE(fixed(x), type === 'mvhd' ? 36 : 40);
    content.writeInt32BE(fixed(y), type === 'mvhd' ? 52 : 56);
  });
const entrySize = (file: Buffer, type: string, width: number, height: number): Buffer =>
  changed(file, `${type}\0\0\0\0`, (content) => {
    content.writeUInt16BE(width, 24);
    content.writeUInt16BE(height, 26);
  });

const probe = (file: Buffer) => analyseVideo(bytesSource(file), DEFAULT_PROBE_LIMITS);

async function sizeOf(file: Buffer): Promise<[number, number]> {
  const { width, height } = await probe(file);
  return [width, height];
}

const coded = [numberedSize.width, numberedSize.height];

describe('the displayed size', () => {
  test('is that of the pictures', async () => {
    for (const file of [mp4, square, hevc, webm]) expect(await sizeOf(file)).toEqual(coded);
  });

  test('follows the size of the track, if no box gives the shape of pixels', async () => {
    expect(await sizeOf(trackSize(mp4, 128, 64))).toEqual([128, 64]);
    expect(await sizeOf(trackSize(mp4, 48, 64))).toEqual([96, 128]);
    expect(await sizeOf(trackSize(mp4, 1920, 1280))).toEqual(coded);
    expect(await sizeOf(trackSize(mp4, 0, 0))).toEqual(coded);
    expect(await sizeOf(trackSize(square, 128, 64))).toEqual(coded);
    expect(await sizeOf(trackSize(withPasp(mp4, 3, 2), 128, 64))).toEqual([144, 64]);
  });

  test.each(['mvhd', 'tkhd'] as const)('is stretched by the matrix in %s, before all else', async (type) => {
    expect(await sizeOf(stretched(square, type, 2, 1))).toEqual([192, 64]);
    expect(await sizeOf(stretched(square, type, 0.5, 1))).toEqual([96, 128]);
    expect(await sizeOf(stretched(square, type, 3, 3))).toEqual(coded);
    expect(await sizeOf(stretched(square, type, 1.005, 1))).toEqual(coded);
    expect(await sizeOf(stretched(square, type, 0, 1))).toEqual(coded);
  });

  test.each([
    [65535, 1],
    [1, 65535],
    [65535, 65535],
    [1, 1],
    [0.5, 0.5],
    [0, 64],
    [961, 64],
  ])('is that of the pictures where a track of %d × %d pixels makes no sense', async (width, height) => {
    expect(await sizeOf(trackSize(mp4, width, height))).toEqual(coded);
  });

  test('takes no notice of pixels that no picture has', async () => {
    expect(await sizeOf(withPasp(mp4, 1, 65535))).toEqual(coded);
    expect(await sizeOf(trackSize(withPasp(mp4, 65535, 1), 128, 64))).toEqual([128, 64]);
    expect(await sizeOf(stretched(square, 'tkhd', 0.02, 1))).toEqual(coded);
    expect(await sizeOf(stretched(withPasp(mp4, 3, 2), 'tkhd', 1000, 1))).toEqual([144, 64]);
  });

  const s = Math.SQRT1_2;
  test.each<[name: string, matrix: readonly [number, number, number, number], size: [number, number]]>([
    ['by 45 degrees', [s, s, -s, s], [96, 64]],
    ['by 60 degrees', [0.5, 0.866, -0.866, 0.5], [96, 64]],
    ['and sheared to the side', [1, 0, 0.5, 1], [107, 64]],
    ['and sheared downwards', [1, 0.5, 0, 1], [96, 72]],
    ['onto a line', [1, 1, 1, 1], [96, 64]],
    ['by 90 degrees, roughly', [0.001, 1, -1, 0.001], [64, 96]],
    ['by 90 degrees and stretched', [0, 2, -1, 0], [64, 192]],
  ])('turned %s is that of browsers', async (_, [a, b, c, d], size) => {
    const file = changed(square, 'tkhd', (content) => {
      for (const [at, value] of [a, b, 0, c, d].entries()) content.writeInt32BE(fixed(value), 40 + 4 * at);
    });
    expect(await sizeOf(file)).toEqual(size);
    const { frames } = await probe(file);
    const [width, height] = size;
    const output = { width, height, format: 'gray8' } as const;
    const isTurned = width < height && a < 0.5;
    for await (const { data } of decodeFrames(bytesSource(file), frames, [1], output)) {
      // The number 1 lies in the last block, bottom right; turned, bottom left.
      const x = isTurned ? Math.round(width / 8) : width - Math.round(width / 8);
      expect(data[(height - 8) * width + x]).toBeGreaterThan(128);
    }
  });

  test('is turned after it was stretched', async () => {
    const file = await encoded('turned.mp4', { container: 'mp4', rotation: 90 });
    expect(await sizeOf(trackSize(file, 128, 64))).toEqual([64, 128]);
  });

  test('is that of the whole picture, whatever clean aperture the container gives (clap), as in browsers', async () => {
    // 80 × 48 pixels, 8 right of the centre.
    const file = withEntryBox(square, isoBox('clap', [80, 1, 48, 1, 8, 1, 0, 1]));
    expect(await sizeOf(file)).toEqual(coded);
    const { frames } = await probe(file);
    const output = { ...numberedSize, format: 'gray8' } as const;
    for await (const { frame, data } of decodeFrames(bytesSource(file), frames, [0, 1], output)) {
      expect(shownNumber(data)).toBe(frame);
    }
  });

  test.each(['avc1', 'hev1'])(
    'of %s is what the decoder puts out, not what the container says',
    async (type) => {
      const file = type === 'avc1' ? square : hevc;
      for (const [width, height] of [
        [0, 0],
        [128, 96],
      ] as const) {
        const described = await probe(trackSize(entrySize(file, type, width, height), width, height));
        expect(described).toMatchObject({ width: 96, height: 64, codedWidth: 96, codedHeight: 64 });
      }
    },
  );

  test('is that of the first sample entry, with which the video begins', async () => {
    const file = path.join(temporary.path, 'other.mp4');
    using encoder = await ClipEncoder.open(file, {
      container: 'mp4',
      width: 128,
      height: 96,
      ticksPerSecond: 30,
    });
    await encoder.add(blankImage(128, 96, [0, 0, 0]), 0);
    await encoder.finish();
    expect(await sizeOf(withSecondEntry(mp4, await readFile(file)))).toEqual(coded);
  });

  test('is cut by the container where that takes off what only fills the last blocks', async () => {
    expect(await sizeOf(trackSize(entrySize(mp4, 'avc1', 90, 60), 90, 60))).toEqual([90, 60]);
  });
});

/** The file with more elements in its Video element, of 26 bytes at most: in place of three others of FFmpeg's. */
function withVideoElements(file: Buffer, elements: string): Buffer {
  const video = file.indexOf('e091b08160ba8140', 'hex');
  expect(video).toBeGreaterThan(0);
  const changed = Buffer.from(file);
  changed[video + 1] = 0xa0;
  const room = changed.subarray(video + 8, video + 34);
  room.fill(0);
  const left = room.length - room.write(elements, 'hex');
  if (left > 0) room.set([0xec, 0x80 + left - 2], room.length - left);
  return changed;
}

async function sizeInFFmpeg(file: Buffer): Promise<[number, number]> {
  const name = path.join(temporary.path, 'changed');
  await writeFile(name, file);
  return ffmpegSize(name);
}

describe('in WebM', () => {
  test.each([
    [0, 96, 64],
    [1, 192, 64],
    [11, 192, 64],
    [3, 96, 128],
    [10, 96, 64],
  ])('with StereoMode %i the size is that of both eyes', async (mode, width, height) => {
    const file = withVideoElements(webm, `53b881${mode.toString(16).padStart(2, '0')}`);
    expect(await sizeOf(file)).toEqual([width, height]);
  });

  const cropped = '54cc8110' + '54aa8110';
  test.each([
    ['cut by PixelCrop', cropped, 96, 64],
    ['cut, with a size for what is left', `${cropped}54b0815054ba8130`, 96, 64],
    ['cut, with a width alone', `${cropped}54b081a0`, 192, 64],
    ['cut, with another shape', `${cropped}54b0815054ba8118`, 192, 64],
    ['with a display size', '54b0818054ba8140', 128, 64],
    ['with a display size in an unknown unit', '54b0818054ba814054b28104', 96, 64],
    ['with its aspect ratio as display size', '54b0811054ba810454b28103', 256, 64],
  ])('a picture %s is shown whole, in the shape that FFmpeg gives it', async (_, elements, width, height) => {
    const file = withVideoElements(webm, elements);
    expect(await sizeOf(file)).toEqual([width, height]);
    expect(await sizeInFFmpeg(file)).toEqual([width, height]);
  });
});
