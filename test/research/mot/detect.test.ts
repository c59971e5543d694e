import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { WEIGHTS_DIR } from '../../../local/models-dirs.ts';
import { type Box, iou } from '../../../shared/kernel/geometry/box.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { writeTinyNetwork } from '../../support/models/tiny-network.ts';
import { sampledRows } from '../../support/run/long.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const detectWith = (modelsDir: string, ...args: string[]) =>
  run(process.execPath, ['research/mot/detect.ts', ...args], {
    cwd: root,
    env: { ...process.env, VMS_MODELS_DIR: modelsDir },
  });
const detect = (...args: string[]) => detectWith('', ...args);

test('detect writes the tracks of a video: sampled frames from 1, pixels, class', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const [video, out] = [path.join(folder.path, 'clip.mp4'), path.join(folder.path, 'tracks.txt')];
  const { objects, frameCount } = await synthesizeClip(video, { seconds: 6, seed: 11 });
  await detect('--video', video, '--out', out, '--fps', '5', '--model', 'moving-object');

  const rows = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const frames = rows.map(([frame]) => Number(frame));
  expect(frames).toEqual(frames.toSorted((a, b) => a - b));
  expect(new Set(frames.map((frame) => (frame - 1) % 6))).toEqual(new Set([0]));
  expect(Math.max(...frames)).toBeLessThanOrEqual(frameCount);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([8]));
  expect(new Set(rows.map((row) => row[7]))).toEqual(new Set(['object']));

  const hits = rows.filter(([frame, , x, y, width, height]) => {
    const found: Box = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
    return objects.some(({ boxes }) => {
      const box = boxes[Number(frame) - 1];
      const truth = box && {
        x: box.x * 640,
        y: box.y * 360,
        width: box.width * 640,
        height: box.height * 360,
      };
      return truth && iou(found, truth) > 0.5;
    });
  });
  expect(hits.length / rows.length).toBeGreaterThan(0.7);
});

test('detect knows the models that a folder adds, takes its default, and says where they find nothing', {
  tags: 'long',
}, async () => {
  using folder = temporaryFolder();
  const { model } = await writeTinyNetwork(folder.path);
  const models = [{ ...model, labels: 'things' }];
  await writeFile(
    path.join(folder.path, 'manifest.json'),
    JSON.stringify({ default: model.id, models, labelSets: { things: model.labels } }),
  );
  const [video, out] = [path.join(folder.path, 'clip.mp4'), path.join(folder.path, 'tracks.txt')];
  await synthesizeClip(video, { seconds: 1 });
  const given = ['--video', video, '--out', out, '--fps', '5'];
  for (const choice of [[], ['--model', model.id]])
    expect(await detectWith(folder.path, ...given, ...choice)).toEqual({
      stdout: '',
      stderr: `No objects were found in ${video}.\n`,
    });
});

test('detect refuses a label that the model does not know, and lists those that it knows', {
  tags: 'long',
}, async () => {
  using folder = temporaryFolder();
  const [video, out] = [path.join(folder.path, 'clip.mp4'), path.join(folder.path, 'tracks.txt')];
  await synthesizeClip(video, { seconds: 1 });
  const given = ['--video', video, '--out', out, '--fps', '5', '--model', 'moving-object'];
  await expect(detect(...given, '--labels', 'object,bottel')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('moving-object does not know the label "bottel". It knows object.'),
  });
  expect(await readdir(folder.path)).toEqual(['clip.mp4']);
});

/** Whether the project has weights of its own: then no model of the service is missing. */
const weights = existsSync(path.join(WEIGHTS_DIR, 'yolox_nano_416.onnx'));

test.skipIf(weights).each(
  sampledRows([
    [
      'a model that there is not',
      2,
      ['--model', 'nope', '--labels', 'unicorn'],
      /^--model: no model "nope"; known: .*, moving-object\.\n$/,
    ],
    [
      'a model that is named and not installed',
      1,
      ['--model', 'yolox-nano-416'],
      /^yolox-nano-416 is not usable: yolox_nano_416\.onnx is in none of .*\.\n$/,
    ],
    [
      'a label that neither this model nor the one that stands in knows',
      2,
      ['--labels', 'person,airplane'],
      /^yolox-nano-416 does not know the label "airplane" \(did you mean "aeroplane"\?\)\. It knows person, .*\.\n$/,
    ],
  ]),
)('detect reports the real cause: %s', { tags: 'long' }, async (_, code, choice, stderr) => {
  using folder = temporaryFolder();
  const [video, out] = [path.join(folder.path, 'clip.mp4'), path.join(folder.path, 'tracks.txt')];
  await synthesizeClip(video, { seconds: 1 });
  await expect(detect('--video', video, '--out', out, '--fps', '5', ...choice)).rejects.toMatchObject({
    code,
    stderr: expect.stringMatching(stderr),
  });
});

test('detect does not replace the video by its tracks', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  const video = path.join(folder.path, 'clip.mp4');
  await synthesizeClip(video, { seconds: 1 });
  const before = await readFile(video);
  await expect(
    detect('--video', video, '--out', video, '--fps', '5', '--model', 'moving-object'),
  ).rejects.toMatchObject({ code: 2, stderr: '--out names what --video reads.\n' });
  expect((await readFile(video)).equals(before)).toBe(true);
});

test('detect refuses a video as a job does, of which too few frames can be decoded', {
  tags: 'long',
}, async () => {
  using folder = temporaryFolder();
  const [video, out] = [path.join(folder.path, 'clip.mp4'), path.join(folder.path, 'tracks.txt')];
  await synthesizeClip(video, { seconds: 3 });
  const file = await readFile(video);
  const media = file.indexOf('mdat') + 4;
  // Coded pictures that are nothing but zeros, after the first.
  file.fill(0, media + 20_000, Math.floor(file.length * 0.99));
  await writeFile(video, file);
  await expect(
    detect('--video', video, '--out', out, '--fps', '5', '--model', 'moving-object'),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /clip\.mp4: Only \d+ of the 15 frames to look at could be decoded: the video is damaged\.\n$/,
    ),
  });
  expect(await readdir(folder.path)).toEqual(['clip.mp4']);
});

test('the help of detect says that boxes are not cut off at the edges of the frame', {
  tags: 'long',
}, async () => {
  expect((await detect('--help')).stdout).toMatch(/Boxes may reach beyond the frame/);
});

test('detect without its arguments prints its usage', { tags: 'long' }, async () => {
  await expect(detect('--video', 'clip.mp4')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--video FILE --out FILE --fps F'),
  });
  await expect(detect('--video', 'clip.mp4', '--out', 'x', '--fps', '0')).rejects.toThrow('--fps must be');
});

test.each([
  ['a missing video', ['none.mp4'], 'There is no such file or folder: none.mp4'],
  ['a folder', ['bench'], 'bench is a folder, not a video.'],
  ['a file of another kind', ['package.json'], 'package.json: The file is not an MP4, MOV or WebM video.'],
])(
  'detect reports in one line what is wrong with %s, and writes nothing',
  { tags: 'long' },
  async (_, [video = ''], message) => {
    using folder = temporaryFolder();
    const out = path.join(folder.path, 'tracks.txt');
    await expect(detect('--video', video, '--out', out, '--fps', '5')).rejects.toMatchObject({
      code: 1,
      stderr: `${message}\n`,
    });
    expect(await readdir(folder.path)).toEqual([]);
  },
);
