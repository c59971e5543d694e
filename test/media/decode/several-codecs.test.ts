import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { joinedClip } from '../../support/clips/joined-clip.ts';
import { numberedClip, numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const EACH = 6;

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

const encoderOptions = { hevc: { 'x265-params': 'log-level=none:pools=none:bframes=0' }, h264: { bf: '0' } };

async function clip(codec: 'h264' | 'hevc'): Promise<Buffer> {
  const file = path.join(folder.path, `${codec}.mp4`);
  const ticks = [...Array(EACH).keys()];
  await numberedClip(file, { container: 'mp4', codec, ticks, encoderOptions: encoderOptions[codec] });
  return readFile(file);
}

/** The numbers of the pictures that are shown in these frames. */
async function shownIn(file: Buffer, frames?: readonly number[]): Promise<number[]> {
  const source = bytesSource(file);
  const index = (await probeVideo(source)).frames;
  const shown: number[] = [];
  const wanted = frames ?? [...index.times.keys()];
  const output = { ...numberedSize, format: 'gray8' } as const;
  for await (const { data } of decodeFrames(source, index, wanted, output)) shown.push(shownNumber(data));
  return shown;
}

test.each([['h264', 'hevc'] as const, ['hevc', 'h264'] as const])(
  'each sample of a track that is %s first and %s then is decoded as its entry says',
  async (first, second) => {
    const file = await joinedClip([await clip(first), await clip(second)]);
    const numbers = [...Array(EACH).keys()];
    expect(await shownIn(file)).toEqual([...numbers, ...numbers]);
    expect(await shownIn(file, [EACH + 1])).toEqual([1]);
  },
);
