import { modelsDirs } from '../../local/models-dirs.ts';
import { selectClipModel } from '../../shared/inference/clip-model/store.ts';
import { InferenceError } from '../../shared/inference/errors.ts';
import { findAddedModels, manifestOf } from '../../shared/inference/models/extended-manifest.ts';
import type { Model, ModelManifest } from '../../shared/inference/models/manifest.ts';
import { locateModel } from '../../shared/inference/models/model-store.ts';
import { defineCommand } from '../command.ts';
import { formatBytes } from '../format.ts';
import { table } from '../table.ts';

/** Where a model's file is, or why it cannot be used. */
async function locate(model: Model, dirs: readonly string[]) {
  try {
    return { path: (await locateModel(model, { modelsDirs: dirs }))?.path ?? null, problem: null };
  } catch (error) {
    if (error instanceof InferenceError) return { path: null, problem: error.message };
    throw error;
  }
}

function roleOf(manifest: ModelManifest, id: string): string {
  if (id === manifest.default) return 'default';
  return id === manifest.fallback ? 'fallback' : '';
}

export const modelsList = defineCommand({
  description: 'Jobs use the default model where it is installed, else the built-in one.',
  async run({ environment }) {
    const dirs = modelsDirs(environment);
    const manifest = manifestOf(await findAddedModels(dirs));
    const models = await Promise.all(
      manifest.models.map(async (model) => ({
        id: model.id,
        role: roleOf(manifest, model.id),
        labels: model.labels.length,
        size: Math.max(...model.builds.map(({ size }) => size)),
        licence: model.licence,
        ...(await locate(model, dirs)),
      })),
    );
    const text = table(models, [
      { title: 'ID', cell: ({ id }) => id },
      { title: 'ROLE', cell: ({ role }) => role },
      { title: 'LABELS', cell: ({ labels }) => String(labels), align: 'right' },
      { title: 'SIZE', cell: ({ size }) => formatBytes(size), align: 'right' },
      { title: 'LICENCE', cell: ({ licence }) => licence },
      { title: 'INSTALLED', cell: ({ path, problem }) => path ?? problem ?? 'no' },
    ]);
    const clip = await selectClipModel(dirs);
    return {
      json: { models, clip },
      text: `${text}\nCLIP: ${clip.id ?? clip.reason ?? 'none is installed'}`,
    };
  },
});
