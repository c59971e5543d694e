import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceError } from '../errors.ts';
import { type Model, type ModelManifest, modelById } from './manifest.ts';
import { isVerifiedFile } from './verified-file.ts';

/** The folder of the source tree that holds the built-in models; a build passes its own among `modelsDirs`. */
export const BUILT_IN_MODELS_DIR = fileURLToPath(new URL('../../../models', import.meta.url));

export interface LocatedModel {
  readonly model: Model;
  readonly path: string;
}

export interface SelectedModel extends LocatedModel {
  /** Whether this is the moving-object model because no network is usable. */
  readonly fallback: boolean;
  /** Why the wanted model is not used; undefined when it is. */
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
 * The wanted model (the manifest's default unless `modelId` names another) where it is installed, else the network that
 * comes with the service, else the moving-object model as the fallback.
 * @throws InferenceError MODEL_UNKNOWN; MODEL_MISSING or MODEL_UNFIT when the moving-object model is not usable either
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
  const shipped = await tryLocate(modelById(manifest, manifest.shipped), modelsDirs);
  if (shipped.located !== null) return { ...shipped.located, fallback: false, reason, absent };
  const last = await locateModel(modelById(manifest, manifest.fallback), { modelsDirs });
  if (last === null)
    throw new InferenceError(
      'MODEL_MISSING',
      `none of ${wanted.id}, ${manifest.shipped} and ${manifest.fallback} is installed: ${reason}`,
    );
  return { ...last, fallback: true, reason: `${reason}; ${shipped.reason}`, absent: false };
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
