import type { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { rangeDetails, rangeWords } from '../contract/range.ts';
import { codePoints } from '../domain/json/code-points.ts';
import { toField } from '../domain/json/path.ts';
import { wordsOf } from './issue-words.ts';

/** The parts of zod's internals that hold the bounds of a schema. */
interface SchemaInternals {
  def: {
    innerType?: unknown;
    out?: unknown;
    shape?: Record<string, unknown>;
    element?: unknown;
    format?: string;
    checks?: {
      _zod: { def: { check: string; value?: number; length?: number; minimum?: number; maximum?: number } };
    }[];
  };
}

const internalsOf = (schema: unknown): SchemaInternals | undefined =>
  (schema as { _zod?: SchemaInternals } | undefined)?._zod;

/** Strips optional, default, nullable and pipes. */
function unwrap(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    const def = internalsOf(inner)?.def;
    const next = def?.innerType ?? def?.out;
    if (next === undefined) return inner;
    inner = next;
  }
}

function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((current, step) => {
    const def = internalsOf(unwrap(current))?.def;
    return typeof step === 'number' ? def?.element : def?.shape?.[String(step)];
  }, schema);
}

/** The range of a number, or of the length of a text or list. */
function rangeOf(schema: unknown): { min?: number; max: number } {
  const range: { min?: number; max: number } = { max: Number.MAX_SAFE_INTEGER };
  for (const { _zod } of internalsOf(schema)?.def.checks ?? []) {
    const { check, length, value = length, minimum = value, maximum = value } = _zod.def;
    if (/^(greater_than|min_length|length_equals)$/.test(check)) range.min = minimum;
    if (/^(less_than|max_length|length_equals)$/.test(check)) range.max = maximum ?? range.max;
  }
  return range;
}

const isWhole = (schema: unknown): boolean => internalsOf(schema)?.def.format === 'safeint';

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    input,
  );
}

/** The size that a range limits: a number itself, or the length of a text or list. */
function measureOf(value: unknown, origin: string): unknown {
  if (origin === 'string' && typeof value === 'string') return codePoints(value);
  if (origin === 'string' || origin === 'array') return (value as { length?: number } | undefined)?.length;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** The error names the known members: most unknown ones are typing errors. */
function unknownMember(path: readonly PropertyKey[], within: unknown): ApiError {
  const field = toField(path.map(String));
  const known = Object.keys(internalsOf(unwrap(within))?.def.shape ?? {});
  const expected = known.length === 0 ? 'none is expected here' : `expected here: ${known.join(', ')}`;
  return new ApiError('INVALID_PARAMETER', `${field} is unknown; ${expected}.`, { field });
}

function toApiError(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown, root: string): ApiError {
  // Values of a parameter that is repeated have no names of their own.
  const named = root === 'query' ? issue.path.slice(0, 1) : issue.path;
  const field = toField(named.map(String)) || root;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const range = rangeOf(unwrap(schemaAt(schema, issue.path)));
    const provided = measureOf(valueAt(input, issue.path), issue.origin);
    return new ApiError('INVALID_PARAMETER', `${field} ${rangeWords(range, issue.origin)}.`, {
      field,
      details: rangeDetails({ ...range, provided }),
    });
  }
  if (issue.code === 'unrecognized_keys') {
    return unknownMember([...issue.path, ...issue.keys.slice(0, 1)], schemaAt(schema, issue.path));
  }
  // A list of values that are allowed has no type of its own.
  if (/^invalid_(type|value)$/.test(issue.code) && valueAt(input, issue.path) === undefined) {
    return new ApiError('MISSING_PARAMETER', `${field} is required.`, { field });
  }
  const whole = isWhole(unwrap(schemaAt(schema, issue.path)));
  return new ApiError('INVALID_PARAMETER', `${field} ${wordsOf(issue, whole)}.`, { field });
}

/**
 * The parsed input.
 * @param root name of the whole input in errors that concern no single member
 * @throws ApiError for the first problem, with the bounds where a range is violated
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  // A parameter by a wrong name is seldom missing by the right one for another reason.
  const issue = issues.find(({ code }) => root === 'query' && code === 'unrecognized_keys') ?? issues[0];
  if (issue === undefined) throw new ApiError('INVALID_PARAMETER', `${root} is invalid.`, { field: root });
  throw toApiError(issue, schema, input, root);
}
