import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { analyseVideo } from '../../../shared/media/probe/analyse-video.ts';
import { DEFAULT_PROBE_LIMITS } from '../../../shared/media/probe/video-probe.ts';
import { numberedClip, numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** With one long step, which gets a run of its own in `stts`. */
const TICKS = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

test.each([
  // FFmpeg's times of these files.
  [0, [0, 512, 1024, 1536, 2048, 2049, 2534, 3019, 3504, 3989, 4474, 4959, 5444, 5929, 6414, 6899]],
  [2, [1024, 1536, 2048, 2560, 3072, 4097, 4543, 5022, 5600, 6013, 6144, 6459, 6656, 7004, 7417, 7962]],
])('a negative duration, with %i B-frames, shortens those that follow', async (bFrames, expected) => {
  using folder = temporaryFolder();
  const name = path.join(folder.path, 'clip.mp4');
  await numberedClip(name, { container: 'mp4', ticks: TICKS, bFrames });
  const file = await readFile(name);
  const runs = file.indexOf('stts') + 4;
  const last = file.readUInt32BE(runs + 4);
  for (let run = 0; run < last; run++) {
    const at = runs + 8 + 8 * run;
    if (file.readUInt32BE(at) === 1) file.writeInt32BE(-300, at + 4);
  }
  if (file.includes('edts')) file.write('free', file.indexOf('edts'), 'latin1');

  const { frames } = await analyseVideo(bytesSource(file), DEFAULT_PROBE_LIMITS);
  expect(Array.from(frames.times, (time) => Math.round(time * frames.timescale))).toEqual(expected);
  const numbers: number[] = [];
  const output = { ...numberedSize, format: 'gray8' } as const;
  for await (const { data } of decodeFrames(bytesSource(file), frames, [...frames.times.keys()], output))
    numbers.push(shownNumber(data));
  expect([...numbers].sort((a, b) => a - b)).toEqual([...TICKS.keys()]);
});
