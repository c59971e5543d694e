import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceError } from './errors.ts';
import { sha256OfFile } from './file-digest.ts';
import { type Model, type ModelManifest, modelById } from './manifest.ts';

/** The folder that comes with the source; it holds the built-in model. */
export const BUILT_IN_MODELS_DIR = fileURLToPath(new URL('../../models', import.meta.url));

export interface LocatedModel {
  readonly model: Model;
  readonly path: string;
}

export interface SelectedModel extends LocatedModel {
  /** Whether this is the built-in model because the wanted one is not usable. */
  readonly fallback: boolean;
  /** Why the wanted model is not used; undefined when it is. */
  readonly reason: string | undefined;
}

/** A file is read once: its digest holds as long as size, inode and modification time stay. */
const digests = new Map<string, Promise<string>>();

/**
 * Looks for a model in the folders, in their order.
 * @returns null when none of them holds its file
 * @throws InferenceError MODEL_UNFIT when the file found is none of the builds in the manifest
 */
export async function locateModel(
  model: Model,
  { modelsDirs }: { readonly modelsDirs: readonly string[] },
): Promise<LocatedModel | null> {
  for (const directory of modelsDirs) {
    const file = path.join(directory, model.file);
    const found = await stat(file, { bigint: true }).catch(nullIfAbsent);
    if (found === null) continue;
    if (!found.isFile()) throw new InferenceError('MODEL_UNFIT', `${file} is not a file`);
    const sizes = model.builds.map(({ size }) => size);
    if (!sizes.includes(Number(found.size)))
      throw new InferenceError(
        'MODEL_UNFIT',
        `${file} has ${found.size} bytes instead of ${sizes.join(' or ')}`,
      );
    const key = [file, found.ino, found.size, found.mtimeNs].join(':');
    const digest = digests.get(key) ?? sha256OfFile(file);
    digests.set(key, digest);
    const sha256 = await digest;
    if (!model.builds.some((build) => build.sha256 === sha256))
      throw new InferenceError(
        'MODEL_UNFIT',
        `${file} has the SHA-256 ${sha256}, which is no build of ${model.id}`,
      );
    return { model, path: file };
  }
  return null;
}

/**
 * The wanted model (the manifest's default unless `modelId` names another) where it is installed, else the
 * built-in one, which says so.
 * @throws InferenceError MODEL_UNKNOWN; MODEL_MISSING or MODEL_UNFIT when the built-in model is not usable either
 */
export async function selectDetector({
  manifest,
  modelsDirs,
  modelId = manifest.default,
}: {
  readonly manifest: ModelManifest;
  readonly modelsDirs: readonly string[];
  readonly modelId?: string;
}): Promise<SelectedModel> {
  const wanted = modelById(manifest, modelId);
  const { located, reason } = await tryLocate(wanted, modelsDirs);
  if (located !== null) return { ...located, fallback: false, reason: undefined };
  const builtIn = await locateModel(modelById(manifest, manifest.fallback), { modelsDirs });
  if (builtIn === null)
    throw new InferenceError(
      'MODEL_MISSING',
      `neither ${wanted.id} nor ${manifest.fallback} is installed: ${reason}`,
    );
  return { ...builtIn, fallback: true, reason };
}

async function tryLocate(model: Model, modelsDirs: readonly string[]) {
  try {
    const located = await locateModel(model, { modelsDirs });
    return { located, reason: `${model.file} is in none of ${modelsDirs.join(', ')}` };
  } catch (error) {
    if (error instanceof InferenceError) return { located: null, reason: error.message };
    throw error;
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
