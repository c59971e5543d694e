import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { encodeModel } from '../../../models/onnx-protobuf.ts';
import type { ClipFile } from '../../../shared/inference/clip-model/manifest.ts';
import { locateClipModel, selectClipModel } from '../../../shared/inference/clip-model/store.ts';
import { writeTinyClip } from '../../support/models/tiny-clip-model.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const json = (value: unknown): Uint8Array => text(JSON.stringify(value));

/** A network that answers its input's mean over some axes, under some name. */
const meanNetwork = (
  input: { name: string; type: 'float' | 'int64'; shape: (number | string)[] },
  output: string,
  axes: number[],
): Uint8Array =>
  encodeModel({
    name: 'mean',
    inputs: [input],
    outputs: [{ name: output, type: 'float', shape: ['any'] }],
    constants: new Map(),
    nodes: [{ operator: 'ReduceMean', inputs: [input.name], output, attributes: { axes, keepdims: 0 } }],
  });
const pixels = { name: 'pixel_values', type: 'float' as const, shape: ['pictures', 3, 'height', 'width'] };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'vms-models-'));
  onTestFinished(() => rm(directory, { recursive: true }));
});

describe('the CLIP model of a service', () => {
  test('is the first there is in the folders', async () => {
    await writeTinyClip(directory);
    expect(await selectClipModel(['/nowhere', directory])).toEqual({ id: 'tiny-clip', reason: null });
  });

  test('is none where none is installed', async () => {
    expect(await locateClipModel([directory])).toBeNull();
    expect(await selectClipModel([directory])).toEqual({ id: null, reason: null });
  });

  test.each(['textModel', 'visionModel', 'tokenizer', 'tokenizerConfig', 'preprocessor'] as const)(
    'is not one without its %s',
    async (name) => {
      const { files } = await writeTinyClip(directory);
      await rm(path.join(directory, 'clip', files[name].path));
      const { id, reason } = await selectClipModel([directory]);
      expect([id, reason]).toEqual([null, expect.stringMatching(/is missing$/)]);
    },
  );

  test('is not one with a file that is cut off or altered', async () => {
    const { files } = await writeTinyClip(directory);
    const file = path.join(directory, 'clip', files.visionModel.path);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(1));
    expect((await selectClipModel([directory])).reason).toContain(`${bytes.length - 1} bytes instead of`);
    await writeFile(file, bytes.fill(0, 5, 6));
    expect((await selectClipModel([directory])).reason).toContain('SHA-256');
  });

  test.each<[string, Partial<Record<ClipFile, Uint8Array>>, RegExp]>([
    ['whose network is none', { textModel: text('no network') }, /cannot be opened/],
    ['whose tokenizer is none', { tokenizer: json({}) }, /no tokenizer/],
    [
      'whose tokenizer does not say how long a text may be',
      { tokenizerConfig: json({}) },
      /model_max_length/,
    ],
    [
      'whose pictures are not prepared as CLIP does it',
      { preprocessor: json({ resample: 2 }) },
      /does not say how to prepare pictures: .*resample/s,
    ],
    [
      'whose network does not take pictures of the size they are prepared in',
      { visionModel: meanNetwork({ ...pixels, shape: [1, 3, 8, 8] }, 'image_embeds', [2, 3]) },
      /no encoder: .*(?:dimension|shape)/is,
    ],
    [
      'whose network answers under another name',
      { visionModel: meanNetwork(pixels, 'features', [2, 3]) },
      /no encoder: its outputs are features/,
    ],
    [
      'whose network answers in another shape',
      { visionModel: meanNetwork(pixels, 'image_embeds', [3]) },
      /image_embeds has the shape \[1, 3, 32\] instead of \[1, dimensions\]/,
    ],
    [
      'whose texts and pictures become vectors of different lengths',
      { visionModel: meanNetwork(pixels, 'image_embeds', [1, 2]) },
      /texts become 3 numbers and pictures 32/,
    ],
    [
      'whose text network needs an unknown input',
      {
        textModel: meanNetwork({ name: 'pixel_values', type: 'float', shape: [1, 3] }, 'text_embeds', [0]),
      },
      /unknown input pixel_values/,
    ],
  ])('is not one %s', async (_, changes, reason) => {
    await writeTinyClip(directory, changes);
    expect(await selectClipModel([directory])).toEqual({ id: null, reason: expect.stringMatching(reason) });
  });

  test('is not one whose manifest names a file outside of its folder, or is no manifest', async () => {
    const manifest = await writeTinyClip(directory);
    const file = path.join(directory, 'clip', 'manifest.json');
    const outside = { ...manifest.files, tokenizer: { ...manifest.files.tokenizer, path: '../up.json' } };
    for (const content of [
      json({ ...manifest, files: outside }),
      text('{'),
      json({ ...manifest, prompt: '' }),
    ]) {
      await writeFile(file, content);
      await expect(locateClipModel([directory])).rejects.toMatchObject({ code: 'MANIFEST_INVALID' });
    }
    await rm(file);
    expect(await locateClipModel([directory])).toBeNull();
  });
});
