import { stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256Of } from '../models/verified-file.ts';
import { type ClipFile, type ClipManifest, parseClipManifest } from './manifest.ts';

interface ClipDescription {
  readonly id: string;
  readonly licence: string;
  readonly source: string;
  /** Suffix of the networks' file names, as in `text_model_quantized.onnx`; default: none. */
  readonly variant?: string;
  /** Default 100, the limit that CLIP's models reached in training (Radford et al. 2021, 2.5). */
  readonly logitScale?: number;
}

/** The prompt of the CLIP paper (Radford et al. 2021, 3.1.4), */
const PROMPT = 'a photo of a {}.';
/** and the same sentence about nothing in particular: it lacks only what a label adds. */
const NEUTRAL = ['a photo of an object.'];

/**
 * Describes a CLIP model as it is in a folder, laid out as on the Hugging Face hub.
 * @throws Error when a file is not there; InferenceError MANIFEST_INVALID when the description is invalid
 */
export async function describeClip(
  folder: string,
  { id, licence, source, variant, logitScale = 100 }: ClipDescription,
): Promise<ClipManifest> {
  const network = (half: string): string =>
    `onnx/${half}_model${variant === undefined ? '' : `_${variant}`}.onnx`;
  const names: Record<ClipFile, string> = {
    textModel: network('text'),
    visionModel: network('vision'),
    tokenizer: 'tokenizer.json',
    tokenizerConfig: 'tokenizer_config.json',
    preprocessor: 'preprocessor_config.json',
  };
  const files: Record<string, object> = {};
  for (const [file, name] of Object.entries(names)) {
    const location = path.join(folder, name);
    files[file] = { path: name, sha256: await sha256Of(location), size: (await stat(location)).size };
  }
  const manifest = { id, licence, source, logitScale, prompt: PROMPT, neutral: NEUTRAL, files };
  return parseClipManifest(JSON.stringify(manifest));
}
