import path from 'node:path';
import { SETTINGS } from '../../contract/resources.ts';
import { openImageEncoder } from '../../inference/clip-model/image-encoder.ts';
import type { ClipModel } from '../../inference/clip-model/manifest.ts';
import { locateClipModel } from '../../inference/clip-model/store.ts';
import { openDetector } from '../../inference/detectors/open-detector.ts';
import { manifestOf } from '../../inference/models/extended-manifest.ts';
import { modelById } from '../../inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR, locateModel } from '../../inference/models/model-store.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { singleCache } from './single-cache.ts';

const modelsDirs = ({ variables }: Environment): string[] => [
  ...(variables[SETTINGS.modelsDir] ?? '').split(path.delimiter).filter((folder) => folder !== ''),
  BUILT_IN_MODELS_DIR,
];

/** @throws Error when it is not installed */
export async function installedClipModel(environment: Environment, id: string): Promise<ClipModel> {
  const located = await locateClipModel(modelsDirs(environment));
  if (located?.manifest.id !== id) throw new Error(`The CLIP model ${id} is not installed`);
  return located;
}

/** The detector of a model. */
export const detectors = singleCache(
  async (environment, id) => {
    const manifest = manifestOf(environment.variables[SETTINGS.addedModels] ?? '');
    const located = await locateModel(modelById(manifest, id), { modelsDirs: modelsDirs(environment) });
    if (located === null) throw new Error(`The model ${id} is not installed`);
    return openDetector(located);
  },
  (detector) => detector.close(),
);

/** The picture half of a CLIP model. */
export const imageEncoders = singleCache(
  async (environment, id) => openImageEncoder(await installedClipModel(environment, id)),
  (encoder) => encoder[Symbol.asyncDispose](),
);
