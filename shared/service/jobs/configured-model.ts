import { SETTINGS } from '../../contract/resources.ts';
import type { Job } from '../../domain/job/job.ts';
import { manifestOf } from '../../inference/models/extended-manifest.ts';
import { type Model, modelById } from '../../inference/models/manifest.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';

export interface ConfiguredModel {
  model: Model;
  /** Whether it is the moving-object detector, and not a trained model. */
  fallback: boolean;
  /** The trained model that could be used instead. */
  missing: Model | null;
}

/** The detector of this deployment. */
export function configuredModel(environment: Environment): ConfiguredModel {
  const manifest = manifestOf(environment.variables[SETTINGS.addedModels] ?? '');
  const model = modelById(manifest, requireVariable(environment, SETTINGS.detectorModel));
  const fallback = model.id === manifest.fallback;
  return { model, fallback, missing: fallback ? modelById(manifest, manifest.default) : null };
}

/** The detector of this deployment, as jobs store it. */
export function configuredDetector(environment: Environment): Pick<Job, 'model' | 'fallback'> {
  const { model, fallback } = configuredModel(environment);
  return { model: model.id, fallback };
}

/** What a job of this deployment may be asked for. */
export function processingChoices(environment: Environment) {
  const { model, fallback } = configuredModel(environment);
  const clipModel = environment.variables[SETTINGS.clipModel] ?? '';
  return { model: { id: model.id, labels: [...model.labels], fallback }, clip: clipModel !== '' };
}
