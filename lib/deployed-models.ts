import path from 'node:path';
import { CLIP_FOLDER, locateClipModel } from '../shared/inference/clip-model/store.ts';
import { findAddedModels, manifestOf } from '../shared/inference/models/extended-manifest.ts';
import { modelManifest } from '../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR, locateModel } from '../shared/inference/models/model-store.ts';
import type { Config } from './config.ts';
import { UnusableSetting } from './set-up-fault.ts';

/** The models that a deployment works with. */
export interface DeployedModels {
  /** Id of the detector. */
  detector: string;
  /** Id of the CLIP model; empty: there is none. */
  clip: string;
  /** File that describes models besides those of the service; empty: there are none. */
  added: string;
}

export const SHIPPED_MODEL: DeployedModels = { detector: modelManifest.shipped, clip: '', added: '' };

/**
 * Chooses among the models of a folder: those that the settings name, else the default one where its file is there, else
 * the one that comes with the service.
 * @throws UnusableSetting naming the setting whose model is missing; InferenceError when a file is not the one that the manifest describes
 */
export async function deployedModels(
  { detectorModel, clipModel }: Pick<Config, 'detectorModel' | 'clipModel'>,
  weightsDir: string,
): Promise<DeployedModels> {
  const added = await findAddedModels([weightsDir]);
  const manifest = manifestOf(added);
  const wanted = detectorModel || manifest.default;
  const model = manifest.models.find(({ id }) => id === wanted);
  if (model === undefined) {
    const known = manifest.models.map(({ id }) => id).join(', ');
    throw new UnusableSetting(`-c detectorModel="${wanted}": is no model; there are ${known}`);
  }
  const located = await locateModel(model, { modelsDirs: [weightsDir, BUILT_IN_MODELS_DIR] });
  const isNamed = detectorModel !== '' || added !== '';
  if (located === null && isNamed)
    throw missing(
      `-c detectorModel: the file of the model ${wanted}`,
      weightsDir,
      'deploy.md: Detector models',
    );

  const clip = clipModel === '' ? null : await locateClipModel([weightsDir]);
  if (clipModel !== (clip?.manifest.id ?? ''))
    throw missing(`-c clipModel: the model ${clipModel}`, path.join(weightsDir, CLIP_FOLDER), 'clip.md');
  return { detector: located?.model.id ?? manifest.shipped, clip: clipModel, added };
}

const missing = (what: string, folder: string, guide: string): UnusableSetting =>
  new UnusableSetting(`${what} is not in ${path.relative('', folder)} (docs/${guide})`);
