import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import manifestData from '../../../models/manifest.json' with { type: 'json' };
import { InferenceError } from '../errors.ts';
import { type ModelManifest, modelManifest, parseManifest } from './manifest.ts';
import { BUILT_IN_MODELS_DIR } from './model-store.ts';
import { manifestJson, validManifest } from './valid-manifest.ts';
import { nullIfAbsent } from './verified-file.ts';

/** File of a models folder that describes models of its own, in the form of `models/manifest.json`. */
export const ADDED_MODELS = 'manifest.json';

/** Entries and label sets are checked together with those of the service. */
const addedModels = z.strictObject({
  /** Takes the place of the service's default. */
  default: z.string().optional(),
  models: z.array(z.unknown()).min(1),
  labelSets: z.record(z.string(), z.unknown()).default({}),
});

/** What is added by the first of the folders that has `manifest.json`; empty where none has. */
export async function readAddedModels(modelsDirs: readonly string[]): Promise<string> {
  for (const directory of modelsDirs) {
    if (path.resolve(directory) === path.resolve(BUILT_IN_MODELS_DIR)) continue;
    const text = await readFile(path.join(directory, ADDED_MODELS), 'utf8').catch(nullIfAbsent);
    if (text !== null) return text;
  }
  return '';
}

/**
 * The models of the service, and those that are added.
 * @param text JSON: `models`, their `labelSets`, and the id of the `default`; empty: none are added
 * @throws InferenceError MANIFEST_INVALID naming every flaw
 */
export function manifestWith(text: string): ModelManifest {
  if (text === '') return modelManifest;
  const { models, labelSets, ...rest } = validManifest(addedModels, manifestJson(text, ADDED_MODELS));
  const known = Object.keys(labelSets).find((name) => Object.hasOwn(manifestData.labelSets, name));
  if (known !== undefined)
    throw new InferenceError('MANIFEST_INVALID', `the label set "${known}" is one of the service's own`);
  return parseManifest({
    ...manifestData,
    ...rest,
    models: [...manifestData.models, ...models],
    labelSets: { ...manifestData.labelSets, ...labelSets },
  });
}
