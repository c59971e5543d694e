import path from 'node:path';
import { WEIGHTS_DIR } from '../../local/models-dirs.ts';
import { InferenceError } from '../../shared/inference/errors.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { pullModels } from '../../shared/inference/models/pull-models.ts';
import { value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { formatBytes } from '../format.ts';
import { address, text } from '../values.ts';

export const modelsPull = defineCommand({
  operands: { required: [], more: { name: 'ID', max: modelManifest.models.length } },
  description: `Downloads and verifies models; without an ID the default, ${modelManifest.default}.`,
  options: {
    dir: value('DIR', 'Folder for the files (default: models/weights in the project)', text),
    from: value('URL', 'A mirror that has the files under their names', address),
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
        status === 'present' ? `${id} is there already: ${path}` : `Installed ${id}: ${path}`,
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
      'Everything else works without it, with the built-in moving-object detector.',
  );
