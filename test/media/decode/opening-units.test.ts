import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AV_PIX_FMT_YUV444P } from 'node-av/constants';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { nalUnits } from '../../../shared/media/bitstream/nal-units.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { openVideo } from '../../../shared/media/reading/open-video.ts';
import { ClipEncoder, type ClipOptions } from '../../../synthetic/clip-encoder.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 6;
const KEY_INTERVAL = 3;
const SIZE = { width: 96, height: 64 };

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

/** A clip of waves in each colour, in two groups of pictures. */
async function waves(options: Partial<ClipOptions>): Promise<Buffer> {
  const file = path.join(folder.path, 'waves.mp4');
  using encoder = await ClipEncoder.open(file, {
    container: 'mp4',
    ...SIZE,
    ticksPerSecond: 10,
    keyInterval: KEY_INTERVAL,
    ...options,
  });
  for (let frame = 0; frame < FRAMES; frame++) {
    const data = Uint8Array.from({ length: 3 * SIZE.width * SIZE.height }, (_, i) => {
      const colour = i % 3;
      const [x, y] = [Math.floor(i / 3) % SIZE.width, Math.floor(i / 3 / SIZE.width)];
      const wave = Math.sin((x * (colour + 1) + frame * 9) / (3 + colour) + (y * y) / (40 + 20 * colour));
      return 128 + 100 * wave + ((x * y * 7 + frame * 13) % 9);
    });
    await encoder.add({ ...SIZE, data }, frame);
  }
  await encoder.finish();
  return readFile(file);
}

async function decoded(file: Uint8Array, frames: readonly number[]): Promise<Map<number, string>> {
  const source = bytesSource(file);
  const { frames: index } = await probeVideo(source);
  const pictures = new Map<number, string>();
  for await (const { frame, data } of decodeFrames(source, index, frames, { ...SIZE, format: 'rgb24' })) {
    pictures.set(frame, Buffer.from(data).toString('base64'));
  }
  return pictures;
}

const all = [...Array(FRAMES).keys()];
const secondGroup = all.filter((frame) => frame >= KEY_INTERVAL);

/** Each group alone gives the same pictures as all in sequence. */
async function expectSameAlone(file: Uint8Array): Promise<void> {
  const sequence = await decoded(file, all);
  const alone = await decoded(file, secondGroup);
  expect(alone).toEqual(new Map([...sequence].filter(([frame]) => frame >= KEY_INTERVAL)));
}

test('the version of x264 in the first packet holds for all, as in lossless 4:4:4 before version 151', async () => {
  const file = await waves({
    pixelFormat: AV_PIX_FMT_YUV444P,
    encoderOptions: { preset: 'medium', crf: '0' },
  });
  const recent = await decoded(file, secondGroup);
  file.write('x264 - core 142', file.indexOf('x264 - core '));
  await expectSameAlone(file);
  expect(await decoded(file, secondGroup)).not.toEqual(recent);
});

const IN_BAND = {
  h264: { 'x264-params': 'log=0:repeat-headers=1' },
  hevc: { 'x265-params': 'log-level=none:pools=none:repeat-headers=1' },
};

/** The file with parameter sets in the first packet alone: neither in the header nor at the second key frame. */
async function withFirstParameterSets(file: Buffer, codec: keyof typeof IN_BAND): Promise<Buffer> {
  const changed = Buffer.from(file);
  const [record, countAt] = codec === 'h264' ? ['avcC', 5] : ['hvcC', 22];
  changed[changed.indexOf(record) + 4 + countAt] = codec === 'h264' ? 0xe0 : 0;
  using video = await openVideo(bytesSource(file), 'sequential');
  const key = await video.packets.getKeyPacket(FRAMES);
  const start = file.indexOf(key?.data ?? 'no such packet');
  for (const unit of nalUnits(changed.subarray(start, start + (key?.data.length ?? 0)), 4)) {
    const [header = 0] = unit;
    // Such units become filler.
    if (codec === 'h264' && [7, 8].includes(header & 0x1f)) unit[0] = 12;
    if (codec === 'hevc' && [32, 33, 34].includes(header >>> 1)) unit[0] = 38 << 1;
  }
  return changed;
}

test.each(['h264', 'hevc'] as const)(
  '%s parameter sets that only the first packet has hold for all',
  async (codec) => {
    const file = await waves({ codec, encoderOptions: IN_BAND[codec] });
    const changed = await withFirstParameterSets(file, codec);
    const sound = await decoded(file, all);
    expect(sound.size).toBe(FRAMES);
    expect(await decoded(changed, all)).toEqual(sound);
    await expectSameAlone(changed);
  },
);
