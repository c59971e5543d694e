import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { fieldCodedClip } from '../../support/clips/field-coded-clip.ts';
import { fullDecode } from '../../support/clips/full-decode.ts';
import { numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

test('two samples with a field each are one frame, as in FFmpeg, with the time of the first', async () => {
  const file = path.join(folder.path, 'fields.mp4');
  await fieldCodedClip(file, { frames: 9, keyInterval: 4, fieldSamples: true });
  const { frames, fps, duration } = await probeVideo(bytesSource(await readFile(file)));
  expect([...frames.times].map((time) => time.toFixed(4))).toEqual(
    fullDecode(file).map((time) => time.toFixed(4)),
  );
  expect({ fps, duration }).toEqual({ fps: 30, duration: 9 / 30 });
  expect([...frames.keyFrames]).toEqual([0, 4, 8]);
});

test('a field whose other half is missing keeps its number, and no other frame loses its fields', async () => {
  const file = path.join(folder.path, 'halves.mp4');
  await fieldCodedClip(file, { frames: 6, keyInterval: 6, fieldSamples: true, halves: [1] });
  const source = bytesSource(await readFile(file));
  const { frames } = await probeVideo(source);
  const all = [...frames.times.keys()];
  expect(all).toHaveLength(6);
  const shown: number[] = [];
  for await (const { data } of decodeFrames(source, frames, all, { ...numberedSize, format: 'gray8' })) {
    shown.push(shownNumber(data));
  }
  expect(shown).toEqual([0, 2, 3, 4, 5]);
});
