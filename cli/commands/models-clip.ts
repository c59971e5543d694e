import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeClip } from '../../shared/inference/clip-model/describe.ts';
import { CLIP_FOLDER, CLIP_MANIFEST, selectClipModel } from '../../shared/inference/clip-model/store.ts';
import { InferenceError } from '../../shared/inference/errors.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { shownPath } from '../format.ts';
import { text } from '../values.ts';

export const modelsClip = defineCommand({
  operands: { required: ['folder'] },
  description:
    `Describes a CLIP model in a folder called "${CLIP_FOLDER}" by its ${CLIP_MANIFEST}, and tries it out.\n` +
    'The folder is laid out as on the Hugging Face hub (docs/clip.md).',
  options: {
    id: value('ID', 'What jobs call the model, such as clip-vit-base-patch32', text),
    licence: value('NAME', 'Licence of the model, such as MIT', text),
    source: value('URL', 'Where the model comes from', text),
    variant: value('NAME', 'Take onnx/text_model_NAME.onnx and its like, such as quantized', text),
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
