import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../../shared/media/decode/decode-frames.ts';
import { leadingFrames, withoutLeading } from '../../../shared/media/decode/leading-frames.ts';
import { probeVideo } from '../../../shared/media/probe/probe-video.ts';
import { cutClip } from '../../support/clips/cut-clip.ts';
import { fullDecode } from '../../support/clips/full-decode.ts';
import { numberedClip, numberedSize, shownNumber } from '../../support/clips/numbered-clip.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FRAMES = 40;

const folder = temporaryFolder();
afterFile(() => folder[Symbol.dispose]());

const OPEN_GROUPS = {
  h264: { 'x264-params': 'log=0:open-gop=1:scenecut=0:b-adapt=0' },
  hevc: {
    'x265-params':
      'log-level=none:pools=none:open-gop=1:bframes=3:b-adapt=0:keyint=15:min-keyint=15:scenecut=0',
  },
};

test.each(['h264', 'hevc'] as const)(
  'a %s recording cut between key frames begins where FFmpeg begins',
  async (codec) => {
    const [whole, cut] = ['whole', 'cut'].map((name) => path.join(folder.path, `${codec}-${name}.mp4`)) as [
      string,
      string,
    ];
    await numberedClip(whole, {
      container: 'mp4',
      codec,
      ticks: [...Array(FRAMES).keys()],
      bFrames: 3,
      keyInterval: 15,
      encoderOptions: OPEN_GROUPS[codec],
    });
    await cutClip(whole, cut, { key: 1 });
    // Its edit would hide the pictures before the key frame, so that they were no frames of the video at all.
    const file = (await readFile(cut)).toString('latin1').replace('edts', 'free');
    await writeFile(cut, file, 'latin1');
    const source = bytesSource(Buffer.from(file, 'latin1'));
    const probe = await probeVideo(source);
    const leading = await leadingFrames(source, probe);
    const { frames, fps } = withoutLeading(probe, leading);
    expect(leading).toBeGreaterThan(0);
    expect(fps).toBe(30);
    expect([...frames.times].map((time) => time.toFixed(3))).toEqual(
      fullDecode(cut).map((time) => time.toFixed(3)),
    );

    const all = [...frames.times.keys()];
    const shown: number[] = [];
    const output = { ...numberedSize, format: 'gray8' } as const;
    for await (const { data } of decodeFrames(source, frames, all, output)) shown.push(shownNumber(data));
    expect(shown).toEqual(all.map((frame) => frame + FRAMES - all.length));
  },
);

test('a recording cut within a closed group of pictures begins with the next', async () => {
  const [whole, cut] = ['whole', 'cut'].map((name) => path.join(folder.path, `${name}.mp4`)) as [
    string,
    string,
  ];
  await numberedClip(whole, {
    container: 'mp4',
    ticks: [...Array(FRAMES).keys()],
    keyInterval: 15,
    encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
  });
  await cutClip(whole, cut, { packet: 5 });
  const source = bytesSource(await readFile(cut));
  const probe = await probeVideo(source);
  expect(await leadingFrames(source, probe)).toBe(10);
  expect(withoutLeading(probe, 10).frames.times).toHaveLength(fullDecode(cut).length);
});

test('pictures before the first key frame that can be decoded are frames', async () => {
  const file = path.join(folder.path, 'unmarked.mp4');
  await numberedClip(file, { container: 'mp4', ticks: [...Array(FRAMES).keys()], keyInterval: 20 });
  const source = bytesSource(await readFile(file));
  const { frames } = await probeVideo(source);
  expect(await leadingFrames(source, { frames, beforeKey: 20 })).toBe(0);
});

test('a WebM recording of which two frames are left has the rate that its header announces', async () => {
  const [whole, cut] = [path.join(folder.path, 'whole.webm'), path.join(folder.path, 'cut.webm')];
  await numberedClip(whole, { container: 'webm', ticks: [...Array(17).keys()], keyInterval: 15 });
  await cutClip(whole, cut, { packet: 10 });
  const probe = await probeVideo(bytesSource(await readFile(cut)));
  const { frames, fps } = withoutLeading(probe, 5);
  // A step of 33 ms, as times of WebM are rounded, would be 30.3 frames a second.
  expect([...frames.times]).toHaveLength(2);
  expect(fps).toBe(30);
});
