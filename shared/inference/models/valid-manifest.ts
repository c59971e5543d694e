import * as z from 'zod';
import { InferenceError } from '../errors.ts';

/** @throws InferenceError MANIFEST_INVALID naming every flaw */
export function validManifest<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw new InferenceError('MANIFEST_INVALID', z.prettifyError(result.error));
  return result.data;
}

/**
 * @param name what the message calls the manifest
 * @throws InferenceError MANIFEST_INVALID
 */
export function manifestJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InferenceError('MANIFEST_INVALID', `${name} is no JSON`, { cause });
  }
}
