import * as z from 'zod';
import manifestData from '../../../models/manifest.json' with { type: 'json' };
import { InferenceError } from '../errors.ts';
import { type ModelManifest, modelManifest, parseManifest } from './manifest.ts';

/** File of a models folder that describes models of its own, in the form of `models/manifest.json`. */
export const ADDED_MODELS = 'manifest.json';

/** Entries and label sets are looked at together with those of the service. */
const addedModels = z.strictObject({
  /** Takes the place of the service's default. */
  default: z.string().optional(),
  models: z.array(z.unknown()).min(1),
  labelSets: z.record(z.string(), z.unknown()).default({}),
});

/**
 * The models of the service, and those that are added.
 * @param text JSON: `models`, their `labelSets`, and the id of the `default`; empty: none are added
 * @throws InferenceError MANIFEST_INVALID naming every flaw
 */
export function manifestWith(text: string): ModelManifest {
  if (text === '') return modelManifest;
  const result = addedModels.safeParse(parsedJson(text));
  if (!result.success) throw new InferenceError('MANIFEST_INVALID', z.prettifyError(result.error));
  const { models, labelSets, ...rest } = result.data;
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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InferenceError('MANIFEST_INVALID', `${ADDED_MODELS} is no JSON`, { cause });
  }
}
