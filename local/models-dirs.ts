import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../shared/contract/resources.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';

/** Where downloaded models are put; git ignores it. */
export const WEIGHTS_DIR = fileURLToPath(new URL('../models/weights', import.meta.url));

/** Variable that names the detector of a service on this machine; absent or empty: the default one. */
const DETECTOR = 'VMS_DETECTOR';

/** The id of the detector that the user names; undefined: none. */
export const namedDetector = (variables: Readonly<Record<string, string | undefined>>): string | undefined =>
  variables[DETECTOR] || undefined;

/** The folders searched for models: those that the user names, the downloaded ones, the built-in ones. */
export function modelsDirs(variables: Readonly<Record<string, string | undefined>>): string[] {
  const wanted = (variables[SETTINGS.modelsDir] ?? '').split(path.delimiter);
  return [...wanted.filter((folder) => folder !== ''), WEIGHTS_DIR, BUILT_IN_MODELS_DIR];
}
