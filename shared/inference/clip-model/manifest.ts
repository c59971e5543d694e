import * as z from 'zod';
import { manifestJson, validManifest } from '../models/valid-manifest.ts';

/** A file of the model and what it is known by; the path is below the model's folder. */
const file = z.strictObject({
  path: z.string().regex(/^(?:[a-z0-9_-]+\/)?[a-z0-9_-]+\.(?:onnx|json)$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.int().positive(),
});

const clipManifest = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  licence: z.string(),
  source: z.string(),
  /** Inverse temperature of the softmax over cosines, `exp` of the parameter the model was trained with. */
  logitScale: z.number().positive(),
  /** The sentence a label is put into, in place of `{}`. */
  prompt: z.string().includes('{}'),
  /** Sentences that compete with the labels: an object that one of them fits best is unknown. */
  neutral: z.array(z.string()).min(1).readonly(),
  files: z.strictObject({
    textModel: file,
    visionModel: file,
    tokenizer: file,
    tokenizerConfig: file,
    preprocessor: file,
  }),
});

/** Describes a model that compares pictures with texts, as `clip/manifest.json` in a models folder does. */
export type ClipManifest = z.output<typeof clipManifest>;

/** The files of a model. */
export type ClipFile = keyof ClipManifest['files'];

/**
 * @param text JSON
 * @throws InferenceError MANIFEST_INVALID naming every flaw
 */
export const parseClipManifest = (text: string): ClipManifest =>
  validManifest(clipManifest, manifestJson(text, 'clip/manifest.json'), 'clip/manifest.json');

/** A CLIP model whose files are those of its manifest. */
export interface ClipModel {
  readonly manifest: ClipManifest;
  readonly paths: Readonly<Record<ClipFile, string>>;
}
