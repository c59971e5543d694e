import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { type NumberedClipOptions, numberedClip, numberedSize } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** 96 × 64 pixels, without and with a `pasp` box of square pixels. */
let mp4: Buffer;
let square: Buffer;
let hevc: Buffer;
let webm: Buffer;
let encoded: (name: string, options: Omit<NumberedClipOptions, 'ticks'>) => Promise<Buffer>;

beforeAll(async () => {
  const folder = temporaryFolder();
  afterFile(() => folder[Symbol.dispose]());
  encoded = async (name, options) => {
    const file = path.join(folder.path, name);
    await numberedClip(file, { ticks: [0, 1], ...options });
    return await readFile(file);
  };
  mp4 = await encoded('plain.mp4', { container: 'mp4' });
  square = withPasp(mp4, 1, 1);
  hevc = await encoded('hevc.mp4', { container: 'mp4', codec: 'hevc' });
  webm = await encoded('plain.webm', { container: 'webm' });
});

/** The file with a `pasp` box in its sample entry; the boxes around it grow. */
function withPasp(file: Buffer, width: number, height: number): Buffer {
  const box = Buffer.from('0000001070617370', 'hex');
  const entry = file.indexOf('avc1', file.indexOf('stsd')) - 4;
  const end = entry + file.readUInt32BE(entry);
  const ratio = Buffer.alloc(8);
  ratio.writeUInt32BE(width);
  ratio.writeUInt32BE(height, 4);
  const grown = Buffer.concat([file.subarray(0, end), box, ratio, file.subarray(end)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1']) {
    const start = grown.indexOf(type, type === 'avc1' ? entry : 0) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(start) + 16, start);
  }
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

  test('is turned after it was stretched', async () => {
    const file = await encoded('turned.mp4', { container: 'mp4', rotation: 90 });
    expect(await sizeOf(trackSize(file, 128, 64))).toEqual([64, 128]);
  });

  test('follows the stream where the container does not say the shape of pixels', async () => {
    const params = { 'x264-params': 'log=0:sar=4/3' };
    const file = await encoded('sar.mp4', { container: 'mp4', encoderOptions: params });
    expect(await sizeOf(file)).toEqual([128, 64]);
    expect(await sizeOf(withPasp(file, 1, 1))).toEqual(coded);
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

  test('is cut by the container where that takes off what only fills the last blocks', async () => {
    expect(await sizeOf(trackSize(entrySize(mp4, 'avc1', 90, 60), 90, 60))).toEqual([90, 60]);
  });
});

test.each([
  [0, 96, 64],
  [1, 192, 64],
  [11, 192, 64],
  [3, 96, 128],
  [10, 96, 64],
])('in WebM with StereoMode %i the size is that of both eyes', async (mode, width, height) => {
  // FFmpeg's Colour element makes room for StereoMode and a Void.
  const colour = webm.indexOf('55b088', 'hex');
  expect(colour).toBeGreaterThan(0);
  const file = Buffer.from(webm);
  Buffer.from(`53b881${mode.toString(16).padStart(2, '0')}ec850000000000`, 'hex').copy(file, colour);
  expect(await sizeOf(file)).toEqual([width, height]);
});
