import * as z from 'zod';
import { invalidParameterValue, missingParameter, serialization } from './errors.ts';

/** An optional integer within inclusive limits. */
export const optionalInteger = (min: number, max: number) => {
  const reason = `Must be between ${min} and ${max}, if provided.`;
  return z.int().min(min, reason).max(max, reason).optional();
};

/**
 * Checks the members of an operation's input. Unknown members are ignored, as AWS does.
 * @throws {SqsError} MissingParameter for an absent member, SerializationException for one of the wrong type,
 * InvalidParameterValue for a value out of bounds
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const parameter = issue?.path.join('.') ?? '';
  if (issue?.code !== 'invalid_type')
    throw invalidParameterValue(parameter, issue?.input, issue?.message ?? '');
  if (issue.input === undefined) throw missingParameter(parameter);
  throw serialization(`${parameter} must be of type ${issue.expected}.`);
}
