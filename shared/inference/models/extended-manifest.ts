import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
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

/** The file by which the first of the folders that has one adds models; empty where none has. */
export async function findAddedModels(modelsDirs: readonly string[]): Promise<string> {
  for (const directory of modelsDirs) {
    if (path.resolve(directory) === path.resolve(BUILT_IN_MODELS_DIR)) continue;
    const file = path.join(directory, ADDED_MODELS);
    if ((await stat(file).catch(nullIfAbsent)) !== null) return file;
  }
  return '';
}

const manifests = new Map<string, ModelManifest>();

/**
 * The models of the service, and those that a file adds, which is read once.
 * @param file empty: none are added
 * @throws InferenceError as `manifestWith`; the operating system's error where the file cannot be read
 */
export function manifestOf(file: string): ModelManifest {
  const manifest = manifests.get(file) ?? manifestWith(file === '' ? '' : readFileSync(file, 'utf8'));
  manifests.set(file, manifest);
  return manifest;
}

/**
 * The models of the service, and those that are added.
 * @param text JSON: `models`, their `labelSets`, and the id of the `default`; empty: none are added
 * @throws InferenceError MANIFEST_INVALID naming every flaw
 */
export function manifestWith(text: string): ModelManifest {
  if (text === '') return modelManifest;
  const { models, labelSets, ...rest } = validManifest(
    addedModels,
    manifestJson(text, ADDED_MODELS),
    ADDED_MODELS,
  );
  const known = Object.keys(labelSets).find((name) => Object.hasOwn(manifestData.labelSets, name));
  if (known !== undefined)
    throw new InferenceError(
      'MANIFEST_INVALID',
      `${ADDED_MODELS}: the label set "${known}" is one of the service's own`,
    );
  return parseManifest(
    {
      ...manifestData,
      ...rest,
      // Added ones first, so that messages count them as their file does.
      models: [...models, ...manifestData.models],
      labelSets: { ...manifestData.labelSets, ...labelSets },
    },
    ADDED_MODELS,
  );
}
