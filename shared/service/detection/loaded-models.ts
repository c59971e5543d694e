import path from 'node:path';
import { SETTINGS } from '../../contract/resources.ts';
import { openImageEncoder } from '../../inference/clip-model/image-encoder.ts';
import type { ClipModel } from '../../inference/clip-model/manifest.ts';
import { locateClipModel } from '../../inference/clip-model/store.ts';
import { openDetector } from '../../inference/detectors/open-detector.ts';
import { InferenceError } from '../../inference/errors.ts';
import { manifestOf } from '../../inference/models/extended-manifest.ts';
import { BUILT_IN_MODELS_DIR, locateModel } from '../../inference/models/model-store.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { singleCache } from './single-cache.ts';

const modelsDirs = ({ variables }: Environment): string[] => [
  ...(variables[SETTINGS.modelsDir] ?? '').split(path.delimiter).filter((folder) => folder !== ''),
  BUILT_IN_MODELS_DIR,
];

/** A job runs with the model that was installed when it began. The message is for its owner. */
const notInstalled = (model: string): InferenceError =>
  new InferenceError('MODEL_MISSING', `The ${model} is not installed any more.`);

/** @throws InferenceError MODEL_MISSING */
export async function installedClipModel(environment: Environment, id: string): Promise<ClipModel> {
  const located = await locateClipModel(modelsDirs(environment));
  if (located?.manifest.id !== id) throw notInstalled(`CLIP model ${id}`);
  return located;
}

/** The detector of a model; InferenceError MODEL_MISSING where there is none. */
export const detectors = singleCache(
  async (environment, id) => {
    const manifest = manifestOf(environment.variables[SETTINGS.addedModels] ?? '');
    // One that was added may have gone with its entry.
    const model = manifest.models.find((known) => known.id === id);
    const located = model && (await locateModel(model, { modelsDirs: modelsDirs(environment) }));
    if (!located) throw notInstalled(`model ${id}`);
    return openDetector(located);
  },
  (detector) => detector.close(),
);

/** The picture half of a CLIP model. */
export const imageEncoders = singleCache(
  async (environment, id) => openImageEncoder(await installedClipModel(environment, id)),
  (encoder) => encoder[Symbol.asyncDispose](),
);
