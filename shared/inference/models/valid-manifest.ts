import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import { InferenceError } from '../errors.ts';

/**
 * @param name what the message calls the manifest
 * @throws InferenceError MANIFEST_INVALID naming every flaw, in one line
 */
export function validManifest<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  name: string,
): z.output<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const flaws = result.error.issues.map((issue) => {
    const { path } = issue;
    return path.length === 0 ? sentence(issue) : `${toDotPath(path)}: ${sentence(issue)}`;
  });
  throw new InferenceError('MANIFEST_INVALID', `${name}: ${flaws.join('; ')}`);
}

/** In the words of the manifest where the validator has its own. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || !('options' in issue)) return issue.message;
  return `must be one of ${(issue.options as unknown[]).map((option) => JSON.stringify(option)).join(', ')}`;
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
