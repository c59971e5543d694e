import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceError } from '../errors.ts';
import { type Model, type ModelManifest, modelById } from './manifest.ts';
import { isVerifiedFile } from './verified-file.ts';

/** The folder of the source tree that holds the built-in model; a build passes its own among `modelsDirs`. */
export const BUILT_IN_MODELS_DIR = fileURLToPath(new URL('../../../models', import.meta.url));

export interface LocatedModel {
  readonly model: Model;
  readonly path: string;
}

export interface SelectedModel extends LocatedModel {
  /** Whether this is the built-in model because no wanted one is usable. */
  readonly fallback: boolean;
  /** Why the wanted model is not used; undefined when it is. Another one than the built-in may stand in for it. */
  readonly reason: string | undefined;
  /** Whether that is only because the model of the service has never been installed. */
  readonly absent: boolean;
}

/**
 * Looks for a model in the folders, in their order.
 * @returns null when none of them holds its file
 * @throws InferenceError MODEL_UNFIT when the file found matches no build of the manifest
 */
export async function locateModel(
  model: Model,
  { modelsDirs }: { readonly modelsDirs: readonly string[] },
): Promise<LocatedModel | null> {
  for (const directory of modelsDirs) {
    const file = path.join(directory, model.file);
    if (await isVerifiedFile(file, model.builds)) return { model, path: file };
  }
  return null;
}

/** Why a model that `locateModel` has not found cannot be used. */
export const missingFile = ({ file }: Model, modelsDirs: readonly string[]): string =>
  `${file} is in none of ${modelsDirs.join(', ')}`;

/**
 * The wanted model (the manifest's default unless `modelId` names another) where it is installed, else the
 * built-in one as the fallback.
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
  const { located, reason, absent } = await tryLocate(wanted, modelsDirs);
  if (located !== null) return { ...located, fallback: false, reason: undefined, absent: false };
  const builtIn = await locateModel(modelById(manifest, manifest.fallback), { modelsDirs });
  if (builtIn === null)
    throw new InferenceError(
      'MODEL_MISSING',
      `neither ${wanted.id} nor ${manifest.fallback} is installed: ${reason}`,
    );
  return { ...builtIn, fallback: true, reason, absent };
}

async function tryLocate(model: Model, modelsDirs: readonly string[]) {
  try {
    const located = await locateModel(model, { modelsDirs });
    return { located, reason: missingFile(model, modelsDirs), absent: located === null };
  } catch (error) {
    if (error instanceof InferenceError) return { located: null, reason: error.message, absent: false };
    throw error;
  }
}
