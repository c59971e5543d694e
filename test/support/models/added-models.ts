import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ADDED_MODELS } from '../../../shared/inference/models/extended-manifest.ts';
import { writeTinyNetwork } from './tiny-network.ts';

/** Makes a folder the models folder of a third party: a network, and the manifest that describes it, with changes to its entry. */
export async function addTinyModel(folder: string, changes: object = {}): Promise<void> {
  const { model } = await writeTinyNetwork(folder);
  const manifest = {
    default: model.id,
    models: [{ ...model, labels: 'things', ...changes }],
    labelSets: { things: model.labels },
  };
  await writeFile(path.join(folder, ADDED_MODELS), JSON.stringify(manifest));
}
