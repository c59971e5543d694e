import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../shared/contract/resources.ts';
import { BUILT_IN_MODELS_DIR } from '../shared/inference/models/model-store.ts';

/** Where downloaded models are put; git ignores it. */
export const WEIGHTS_DIR = fileURLToPath(new URL('../models/weights', import.meta.url));

/** The folders searched for models: those that the user names, the downloaded ones, the built-in ones. */
export function modelsDirs(variables: Readonly<Record<string, string | undefined>>): string[] {
  const wanted = (variables[SETTINGS.modelsDir] ?? '').split(path.delimiter);
  return [...wanted.filter((folder) => folder !== ''), WEIGHTS_DIR, BUILT_IN_MODELS_DIR];
}
