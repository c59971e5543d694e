import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import * as z from 'zod';
import { InferenceError } from '../errors.ts';
import { type Embedder, openEmbedder } from './embedder.ts';
import type { ClipModel } from './manifest.ts';
import type { Feed } from './network-worker.ts';

const tokenizerConfig = z.looseObject({ model_max_length: z.number().int().min(3) });

/** Inputs that an export of a text encoder may have, from the tokens of one text. */
const INPUTS: Readonly<Record<string, (tokens: readonly number[]) => bigint[]>> = {
  input_ids: (tokens) => tokens.map(BigInt),
  attention_mask: (tokens) => tokens.map(() => 1n),
};

/**
 * The text half of a CLIP model. A text that is too long loses its end, but not the token that marks the end.
 * @throws InferenceError MODEL_UNFIT
 */
export async function openTextEncoder({ paths }: ClipModel): Promise<Embedder<string>> {
  const { tokenizer, maxTokens } = await readTokenizer(paths);
  const feeds = (text: string, inputs: readonly string[]): Record<string, Feed> => {
    const { ids } = tokenizer.encode(text);
    const tokens = ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids;
    const feed = (name: string): Feed => {
      const values = INPUTS[name]?.(tokens);
      if (values === undefined)
        throw new InferenceError('MODEL_UNFIT', `${paths.textModel} has an unknown input ${name}`);
      return { type: 'int64', data: BigInt64Array.from(values), dims: [1, tokens.length] };
    };
    return Object.fromEntries(inputs.map((name) => [name, feed(name)]));
  };
  return openEmbedder({ path: paths.textModel, output: 'text_embeds', feeds, example: 'a photo' });
}

async function readTokenizer({ tokenizer, tokenizerConfig: configFile }: ClipModel['paths']) {
  try {
    const config = JSON.parse(await readFile(configFile, 'utf8')) as object;
    const definition = JSON.parse(await readFile(tokenizer, 'utf8')) as object;
    return {
      tokenizer: new Tokenizer(definition, config),
      maxTokens: tokenizerConfig.parse(config).model_max_length,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InferenceError('MODEL_UNFIT', `${tokenizer} and ${configFile} are no tokenizer: ${reason}`, {
      cause,
    });
  }
}
