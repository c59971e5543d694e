import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { modelsDirs, namedDetector, WEIGHTS_DIR } from '../../local/models-dirs.ts';
import { describeClip } from '../../shared/inference/clip-model/describe.ts';
import { CLIP_FOLDER, CLIP_MANIFEST, selectClipModel } from '../../shared/inference/clip-model/store.ts';
import {
  requireRunnable,
  selectInstalledDetector,
} from '../../shared/inference/detectors/installed-detector.ts';
import { InferenceError } from '../../shared/inference/errors.ts';
import { findAddedModels, manifestOf } from '../../shared/inference/models/extended-manifest.ts';
import { type Model, type ModelManifest, modelManifest } from '../../shared/inference/models/manifest.ts';
import { locateModel } from '../../shared/inference/models/model-store.ts';
import { pullModels } from '../../shared/inference/models/pull-models.ts';
import { value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { formatBytes, shownPath } from '../format.ts';
import { address, text } from '../values.ts';

/** Where the file of a model is that runs, or why it cannot be used. */
async function locate(model: Model, dirs: readonly string[]) {
  try {
    const located = await locateModel(model, { modelsDirs: dirs });
    if (located !== null) await requireRunnable(located);
    return { path: located?.path ?? null, problem: null };
  } catch (error) {
    return { path: null, problem: messageOf(error) };
  }
}

/** The models of the service, and those that the folders add; without them where the file that adds them is refused. */
async function listedModels(dirs: readonly string[]) {
  const added = await findAddedModels(dirs);
  try {
    return { manifest: manifestOf(added), refused: null };
  } catch (error) {
    return { manifest: modelManifest, refused: `${shownPath(added)} is not used: ${messageOf(error)}` };
  }
}

/** @throws what is no fault of a model */
function messageOf(error: unknown): string {
  if (error instanceof InferenceError) return error.message;
  throw error;
}

function roleOf(manifest: ModelManifest, id: string): string {
  if (id === manifest.default) return 'default';
  if (id === manifest.shipped) return 'comes along';
  return id === manifest.fallback ? 'fallback' : '';
}

export const modelsList = defineCommand({
  description:
    'Jobs use the default model if it runs, otherwise that of the service, otherwise the one that comes along. VMS_DETECTOR\n' +
    'names another.',
  async run({ environment, terminal }) {
    const dirs = modelsDirs(environment);
    const { manifest, refused } = await listedModels(dirs);
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
    const used = (await selectInstalledDetector(dirs, namedDetector(environment))).selected.model.id;
    const text = terminal.table(models, [
      { title: 'ID', cell: ({ id }) => id },
      {
        title: 'ROLE',
        cell: ({ id, role }) => (role === 'default' && id !== used ? `${role}, ${used} is used` : role),
      },
      { title: 'LABELS', cell: ({ labels }) => String(labels), align: 'right' },
      { title: 'SIZE', cell: ({ size }) => formatBytes(size), align: 'right' },
      { title: 'LICENCE', cell: ({ licence }) => licence, narrow: 'drop' },
      {
        title: 'INSTALLED',
        cell: ({ path, problem }) => path ?? (problem === null ? 'no' : `not usable: ${problem}`),
        narrow: 'cut',
      },
    ]);
    const clip = await selectClipModel(dirs);
    return {
      json: { models, used, refused, clip },
      text: `${text}\n${refused === null ? '' : `${refused}\n`}CLIP: ${clip.id ?? clip.reason ?? 'none is installed'}`,
    };
  },
});

export const modelsPull = defineCommand({
  operands: { required: [], more: { name: 'ID', max: modelManifest.models.length } },
  description: `Downloads and verifies models; without an ID the default, ${modelManifest.default}.`,
  options: {
    dir: value('DIR', 'Target folder (default: models/weights in the project)', text),
    from: value('URL', 'Mirror that has the files under the same names', address),
  },
  async run(context, { more: ids, options: { dir, from } }) {
    const progress = context.terminal.progress('Pulling   ');
    try {
      const models = await pullModels({
        manifest: modelManifest,
        targetDir: dir === undefined ? WEIGHTS_DIR : path.resolve(dir),
        ...(ids.length === 0 ? {} : { ids }),
        ...(from === undefined ? {} : { baseUrl: from }),
        fetch: interruptibleFetch(context),
        onProgress: ({ id, received, total }) =>
          progress.update(received / total, `${id}, ${formatBytes(received)} of ${formatBytes(total)}`),
      });
      const lines = models.map(({ id, status, path }) =>
        status === 'present' ? `${id} is already installed: ${path}` : `Installed ${id}: ${path}`,
      );
      return { json: { models }, text: lines.join('\n') };
    } catch (error) {
      if (!(error instanceof InferenceError)) throw error;
      if (error.code === 'MODEL_UNKNOWN') throw new UsageError(`${error.message}.`);
      throw error.code === 'DOWNLOAD_FAILED' ? withAdvice(error) : error;
    } finally {
      progress.stop();
    }
  },
});

const interruptibleFetch =
  ({ signal }: Context): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });

const withAdvice = ({ code, message }: InferenceError): CommandFailure =>
  new CommandFailure(
    code,
    `${message}\nNothing was installed. --from URL names a mirror; VMS_MODELS_DIR can point to a folder that has the file.\n` +
      `Everything works without it, with ${modelManifest.shipped}.`,
  );

export const modelsClip = defineCommand({
  operands: { required: ['folder'] },
  description:
    `Writes the ${CLIP_MANIFEST} of a CLIP model in a folder called "${CLIP_FOLDER}", and tries the model.\n` +
    'The folder is laid out as on the Hugging Face hub (docs/clip.md).',
  options: {
    id: value('ID', 'Name of the model in jobs, such as clip-vit-base-patch32', text),
    licence: value('NAME', 'Licence of the model, such as MIT', text),
    source: value('URL', 'Where the model comes from', text),
    variant: value(
      'NAME',
      'Use the files of a variant, onnx/text_model_NAME.onnx and its image model, such as quantized',
      text,
    ),
  },
  async run(_, { operands, options: { id, licence, source, variant } }) {
    if (id === undefined || licence === undefined || source === undefined)
      throw new UsageError('--id, --licence and --source are needed.');
    const folder = path.resolve(operands.folder);
    if (path.basename(folder) !== CLIP_FOLDER)
      throw new UsageError(`The folder must be called "${CLIP_FOLDER}"; it lies in a models folder.`);
    const description = { id, licence, source, ...(variant === undefined ? {} : { variant }) };
    const manifest = await described(folder, description);
    await writeFile(path.join(folder, CLIP_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const tried = await selectClipModel([path.dirname(folder)]);
    if (tried.id === null)
      throw new CommandFailure('MODEL_UNFIT', `The model can't be used: ${tried.reason}`);
    return { json: manifest, text: `${tried.id} can be used from ${shownPath(path.dirname(folder))}.` };
  },
});

async function described(folder: string, description: Parameters<typeof describeClip>[1]) {
  try {
    return await describeClip(folder, description);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || error instanceof InferenceError)
      throw new CommandFailure('MODEL_UNFIT', message);
    throw error;
  }
}
