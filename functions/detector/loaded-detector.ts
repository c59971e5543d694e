import { SETTINGS } from '../../shared/contract/resources.ts';
import type { Detector } from '../../shared/inference/detector.ts';
import { openDetector } from '../../shared/inference/detector-session.ts';
import { modelById, modelManifest } from '../../shared/inference/manifest.ts';
import { BUILT_IN_MODELS_DIR, locateModel } from '../../shared/inference/model-store.ts';
import type { Environment } from '../../shared/stores/environment.ts';

let loaded: { id: string; detector: Promise<Detector> } | undefined;

async function load(environment: Environment, id: string): Promise<Detector> {
  const modelsDir = environment.variables[SETTINGS.modelsDir];
  const modelsDirs = [...(modelsDir ? [modelsDir] : []), BUILT_IN_MODELS_DIR];
  const located = await locateModel(modelById(modelManifest, id), { modelsDirs });
  if (located === null) throw new Error(`The model ${id} is not installed`);
  return openDetector(located);
}

/** The detector of a model, kept from one message to the next. */
export function loadedDetector(environment: Environment, id: string): Promise<Detector> {
  if (loaded?.id === id) return loaded.detector;
  const previous = loaded?.detector;
  const detector = Promise.resolve(previous)
    .then((old) => old?.close())
    .then(() => load(environment, id));
  loaded = { id, detector };
  // A detector that can't be opened, or breaks, must not stay.
  detector.catch(() => forgetDetector(detector));
  return detector;
}

/** Lets the next message open a new detector. */
export function forgetDetector(detector: Promise<Detector>): void {
  if (loaded?.detector === detector) loaded = undefined;
}
