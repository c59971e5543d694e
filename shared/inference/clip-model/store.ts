import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceError } from '../errors.ts';
import { isVerifiedFile, nullIfAbsent } from '../models/verified-file.ts';
import { openImageEncoder } from './image-encoder.ts';
import { type ClipFile, type ClipModel, parseClipManifest } from './manifest.ts';
import { openTextEncoder } from './text-encoder.ts';

/** Folder below a models folder that holds a CLIP model, and the file in it that describes the model. */
export const CLIP_FOLDER = 'clip';
export const CLIP_MANIFEST = 'manifest.json';

/**
 * Looks for a CLIP model in the folders, in their order.
 * @returns null when none of them holds one
 * @throws InferenceError MANIFEST_INVALID; MODEL_UNFIT when a file is missing or is not the one of the manifest
 */
export async function locateClipModel(modelsDirs: readonly string[]): Promise<ClipModel | null> {
  for (const directory of modelsDirs) {
    const folder = path.join(directory, CLIP_FOLDER);
    const text = await readFile(path.join(folder, CLIP_MANIFEST), 'utf8').catch(nullIfAbsent);
    if (text === null) continue;
    const manifest = parseClipManifest(text);
    const paths: Partial<Record<ClipFile, string>> = {};
    for (const [name, build] of Object.entries(manifest.files)) {
      const file = path.join(folder, build.path);
      if (!(await isVerifiedFile(file, [build])))
        throw new InferenceError('MODEL_UNFIT', `${file} is missing`);
      paths[name as ClipFile] = file;
    }
    return { manifest, paths: paths as Record<ClipFile, string> };
  }
  return null;
}

/** The CLIP model of a service. */
export interface SelectedClipModel {
  /** Null where no model can be used. */
  readonly id: string | null;
  /** Why the installed model cannot be used; null when it can be, or none is installed. */
  readonly reason: string | null;
}

/** Looks for a CLIP model and tries it out: both encoders open, and their vectors can be compared. */
export async function selectClipModel(modelsDirs: readonly string[]): Promise<SelectedClipModel> {
  try {
    const model = await locateClipModel(modelsDirs);
    if (model !== null) await requireComparable(model);
    return { id: model?.manifest.id ?? null, reason: null };
  } catch (error) {
    if (error instanceof InferenceError) return { id: null, reason: error.message };
    throw error;
  }
}

async function requireComparable(model: ClipModel): Promise<void> {
  await using text = await openTextEncoder(model);
  await using image = await openImageEncoder(model);
  if (text.dimensions !== image.dimensions)
    throw new InferenceError(
      'MODEL_UNFIT',
      `texts become ${text.dimensions} numbers and pictures ${image.dimensions}: they cannot be compared`,
    );
}
