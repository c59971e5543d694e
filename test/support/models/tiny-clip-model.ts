import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeModel } from '../../../models/onnx-protobuf.ts';
import { describeClip } from '../../../shared/inference/clip-model/describe.ts';
import type { ClipFile, ClipManifest } from '../../../shared/inference/clip-model/manifest.ts';
import { CLIP_FOLDER, CLIP_MANIFEST } from '../../../shared/inference/clip-model/store.ts';
import { wordTokenizer } from './word-tokenizer.ts';

/** The embedding of each word: a colour, red, green and blue in [0, 1]. Other words are ignored. */
const MEANINGS: Readonly<Record<string, readonly number[]>> = {
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
  yellow: [1, 1, 0],
  object: [1, 1, 1],
};
const NOTHING = [0, 0, 0];
const SIDE = 32;
const MAX_TOKENS = 12;

/** Maps token ids to the mean colour of their words. */
const textModel = (meanings: readonly (readonly number[])[]): Uint8Array =>
  encodeModel({
    name: 'tiny-text',
    inputs: [{ name: 'input_ids', type: 'int64', shape: ['texts', 'tokens'] }],
    outputs: [{ name: 'text_embeds', type: 'float', shape: ['texts', 3] }],
    constants: new Map([['meanings', meanings]]),
    nodes: [
      { operator: 'Gather', inputs: ['meanings', 'input_ids'], output: 'words', attributes: { axis: 0 } },
      {
        operator: 'ReduceMean',
        inputs: ['words'],
        output: 'text_embeds',
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
  });

/** Maps a picture to its mean colour. */
const visionModel = (): Uint8Array =>
  encodeModel({
    name: 'tiny-vision',
    inputs: [{ name: 'pixel_values', type: 'float', shape: ['pictures', 3, SIDE, SIDE] }],
    outputs: [{ name: 'image_embeds', type: 'float', shape: ['pictures', 3] }],
    constants: new Map(),
    nodes: [
      {
        operator: 'ReduceMean',
        inputs: ['pixel_values'],
        output: 'image_embeds',
        attributes: { axes: [2, 3], keepdims: 0 },
      },
    ],
  });

/** `preprocessor_config.json` in the format of the Hugging Face hub; padding is black, so it adds no colour. */
const PREPROCESSOR = {
  do_resize: true,
  do_center_crop: true,
  do_rescale: true,
  do_normalize: true,
  resample: 3,
  rescale_factor: 1 / 255,
  size: { shortest_edge: SIDE },
  crop_size: { height: SIDE, width: SIDE },
  image_mean: [0, 0, 0],
  image_std: [1, 1, 1],
};

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/**
 * Writes a CLIP model with predictable results into a models folder, laid out like those of the Hugging Face hub: the
 * embedding of a text is the mean colour of its words, that of a picture its mean colour. Pictures that match no label
 * are near "object", which is white.
 * @param changes files to write instead of the right ones
 */
export async function writeTinyClip(
  modelsDir: string,
  changes: Partial<Record<ClipFile, Uint8Array>> = {},
): Promise<ClipManifest> {
  const { tokenizer, ids } = wordTokenizer(['a', 'photo', 'of', 'an', 'shape', ...Object.keys(MEANINGS)]);
  const meanings: (readonly number[])[] = Array.from({ length: Object.keys(ids).length }, () => NOTHING);
  for (const [word, colour] of Object.entries(MEANINGS)) meanings[ids[`${word}</w>`] ?? 0] = colour;
  const contents: Record<ClipFile, [string, Uint8Array]> = {
    textModel: ['onnx/text_model.onnx', textModel(meanings)],
    visionModel: ['onnx/vision_model.onnx', visionModel()],
    tokenizer: ['tokenizer.json', json(tokenizer)],
    tokenizerConfig: ['tokenizer_config.json', json({ model_max_length: MAX_TOKENS })],
    preprocessor: ['preprocessor_config.json', json(PREPROCESSOR)],
  };
  const folder = path.join(modelsDir, CLIP_FOLDER);
  await mkdir(path.join(folder, 'onnx'), { recursive: true });
  for (const [name, [file, bytes]] of Object.entries(contents)) {
    await writeFile(path.join(folder, file), changes[name as ClipFile] ?? bytes);
  }
  const manifest = await describeClip(folder, {
    id: 'tiny-clip',
    licence: 'Apache-2.0',
    source: 'this repository',
    logitScale: 20,
  });
  await writeFile(path.join(folder, CLIP_MANIFEST), JSON.stringify(manifest));
  return manifest;
}
