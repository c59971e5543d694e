import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { codedPicture } from '../../../shared/media/probe/coded-picture.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { ffmpegSize } from '../../support/clips/ffmpeg-size.ts';
import { numberedClip, numberedSize } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

/** A clip of 96 × 64 pixels, by parameters of x264 or x265. */
async function clip(codec: 'h264' | 'hevc', parameters: string): Promise<string> {
  const file = path.join(folder.path, `${codec}-${parameters.replaceAll(/\W/g, '-')}.mp4`);
  const encoderOptions: Record<string, string> =
    codec === 'h264'
      ? { 'x264-params': `log=0:${parameters}` }
      : { 'x265-params': `log-level=none:pools=none:${parameters}` };
  await numberedClip(file, { container: 'mp4', ticks: [0, 1], codec, encoderOptions });
  return file;
}

async function sizeOf(file: string): Promise<[number, number]> {
  const { width, height } = await analyseVideo(bytesSource(await readFile(file)), DEFAULT_PROBE_LIMITS);
  return [width, height];
}

describe('where the container does not say the shape of pixels, the stream does, as in FFmpeg', () => {
  test.each([
    ['h264', 'sar=4/3', [128, 64]],
    ['h264', 'sar=12/11', [105, 64]],
    ['h264', 'sar=7/19:interlaced=1', [96, 174]],
    ['hevc', 'sar=14', [128, 64]],
    ['hevc', 'sar=2', [105, 64]],
    ['hevc', 'sar=7\\:19', [96, 174]],
    // What stands before and behind it in a sequence parameter set.
    ['hevc', 'sar=16:scaling-list=default', [192, 64]],
    ['hevc', 'sar=16:ref=4', [192, 64]],
    ['hevc', 'sar=16:amp=1:rect=1:strong-intra-smoothing=0:temporal-mvp=0', [192, 64]],
    ['hevc', 'sar=16:display-window=8,8,8,8:overscan=crop', [192, 64]],
    ['hevc', 'sar=16:conformance-window-offsets=0', [192, 64]],
  ] as const)('%s with %s', async (codec, parameters, size) => {
    const file = await clip(codec, parameters);
    expect(await sizeOf(file)).toEqual(size);
    expect(ffmpegSize(file)).toEqual(size);
  });

  test('also of a stream with its parameter sets in its packets alone', async () => {
    const avc = await clip('h264', 'sar=4/3:repeat-headers=1');
    const hevc = await clip('hevc', 'sar=16:repeat-headers=1');
    await changed(avc, 'avcC', (content) => content.set([0xe0, 0], 5));
    await changed(hevc, 'hvcC', (content) => content.set([0], 22));
    expect([await sizeOf(avc), ffmpegSize(avc)]).toEqual([
      [128, 64],
      [128, 64],
    ]);
    expect([await sizeOf(hevc), ffmpegSize(hevc)]).toEqual([
      [192, 64],
      [192, 64],
    ]);
  });
});

/** Changes the content of the first box of a type. */
async function changed(file: string, type: string, change: (content: Buffer) => void): Promise<void> {
  const bytes = await readFile(file);
  change(bytes.subarray(bytes.indexOf(type) + 4));
  await writeFile(file, bytes);
}

test.each([
  ['h264', 'avc', 'sar=4/3', 'avcC', '67'],
  ['hevc', 'hevc', 'sar=16', 'hvcC', '4201'],
] as const)(
  'of %s the size holds where the end of its parameter set is missing',
  async (codec, name, sar, type, header) => {
    const bytes = await readFile(await clip(codec, sar));
    const start = bytes.indexOf(header, bytes.indexOf(type), 'hex');
    const unit = bytes.subarray(start, start + bytes.readUInt16BE(start - 2));
    const sizes = Array.from(unit, (_, end) =>
      codedPicture(name, [unit.subarray(0, end + 1)], { width: 1, height: 1 }),
    );
    expect(sizes.at(-1)?.pixelAspect).toBeCloseTo(codec === 'h264' ? 4 / 3 : 2);
    const readable = sizes.filter((size) => size !== null);
    expect(readable[0]).toEqual({ ...numberedSize, pixelAspect: null });
    expect(readable.every(({ width, height }) => width === 96 && height === 64)).toBe(true);
  },
);
