import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { type FieldCodedClip, fieldCodedClip } from '../../support/clips/field-coded-clip.ts';
import { fullDecode } from '../../support/clips/full-decode.ts';
import { numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

let clips = 0;

/** A clip of 30 frames a second, of which each field is a sample. */
async function fieldClip(options: Omit<FieldCodedClip, 'fieldSamples'>): Promise<string> {
  const file = path.join(folder.path, `${clips++}.mp4`);
  await fieldCodedClip(file, { fieldSamples: true, ...options });
  return file;
}

const inFrames = (times: Iterable<number>): number[] =>
  Array.from(times, (time) => Math.floor(time * 30 + 0.01));

/** The frames of a clip, each by its place in the original, and what they show. */
async function framesOf(file: string) {
  const source = bytesSource(await readFile(file));
  const { frames, fps, duration } = await probeVideo(source);
  const all = [...frames.times.keys()];
  const shown: number[] = [];
  for await (const { data } of decodeFrames(source, frames, all, { ...numberedSize, format: 'gray8' })) {
    shown.push(shownNumber(data));
  }
  return { places: inFrames(frames.times), shown, keyFrames: [...frames.keyFrames], fps, duration };
}

test('two samples with a field each are one frame, as in FFmpeg, with the time of the first', async () => {
  const file = await fieldClip({ frames: 9, keyInterval: 4 });
  const { frames, fps, duration } = await probeVideo(bytesSource(await readFile(file)));
  expect([...frames.times].map((time) => time.toFixed(4))).toEqual(
    fullDecode(file).map((time) => time.toFixed(4)),
  );
  expect({ fps, duration }).toEqual({ fps: 30, duration: 9 / 30 });
  expect([...frames.keyFrames]).toEqual([0, 4, 8]);
});

test('also where the parameter sets are in the packets alone', async () => {
  const file = await fieldClip({ frames: 9, keyInterval: 4, setsInPackets: true });
  const bytes = await readFile(file);
  bytes.set([0xe0, 0], bytes.indexOf('avcC') + 4 + 5);
  await writeFile(file, bytes);
  expect((await framesOf(file)).places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

describe('a field whose other half is missing is no frame, as in FFmpeg, and no other frame loses its fields', () => {
  test.each([
    ['at the beginning', { halves: [0] }, [1, 2, 3, 4, 5, 6, 7]],
    ['at the end', { halves: [7] }, [0, 1, 2, 3, 4, 5, 6]],
    ['of a picture that others refer to', { halves: [2] }, [0, 1, 3, 4, 5, 6, 7]],
    ['of one that none refers to', { halves: [5] }, [0, 1, 2, 3, 4, 6, 7]],
    ['which is the second', { secondHalves: [2] }, [0, 1, 3, 4, 5, 6, 7]],
    ['twice', { halves: [2, 3] }, [0, 1, 4, 5, 6, 7]],
    ['twice, of the other one the other half', { halves: [2], secondHalves: [4] }, [0, 1, 3, 5, 6, 7]],
  ])('%s', async (_, halves, places) => {
    const file = await fieldClip({ frames: 8, keyInterval: 8, ...halves });
    expect(inFrames(fullDecode(file))).toEqual(places);
    expect(await framesOf(file)).toMatchObject({ places, shown: places });
  });

  test('of a key frame, which then begins nothing', async () => {
    const file = await fieldClip({ frames: 12, keyInterval: 4, halves: [4] });
    const places = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11];
    expect(await framesOf(file)).toMatchObject({ places, shown: places, keyFrames: [0, 7], fps: 30 });
  });

  test('before a field of the same number to which later pictures refer', async () => {
    // FFmpeg takes both for one picture, which it refuses.
    const file = await fieldClip({ frames: 8, keyInterval: 8, secondHalves: [1] });
    const places = [0, 2, 3, 4, 5, 6, 7];
    expect(await framesOf(file)).toMatchObject({ places, shown: places });
  });

  test('but frames are from the third on where all are halves', async () => {
    const file = await fieldClip({ frames: 8, keyInterval: 8, halves: [0, 1, 2, 3, 4, 5, 6, 7] });
    expect((await framesOf(file)).places).toEqual(inFrames(fullDecode(file)));
  });
});
