import type { z } from 'zod';
import { ApiError } from '../contract/errors.ts';

/** The parts of zod's internals that tell the bounds of a schema. */
interface SchemaInternals {
  def: {
    innerType?: unknown;
    out?: unknown;
    shape?: Record<string, unknown>;
    element?: unknown;
    checks?: { _zod: { def: { check: string; value?: number; minimum?: number; maximum?: number } } }[];
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
function boundsOf(schema: unknown): { minimum?: number; maximum?: number } {
  const bounds: { minimum?: number; maximum?: number } = {};
  for (const { _zod } of internalsOf(schema)?.def.checks ?? []) {
    const { check, value, minimum = value, maximum = value } = _zod.def;
    if (check === 'greater_than' || check === 'min_length') bounds.minimum = minimum;
    if (check === 'less_than' || check === 'max_length') bounds.maximum = maximum;
  }
  return bounds;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    input,
  );
}

/** The size a range speaks of: a number itself, or the length of a text or list. */
function measureOf(value: unknown, origin: string): unknown {
  if (origin === 'string' || origin === 'array') return (value as { length?: number } | undefined)?.length;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function toApiError(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown, root: string): ApiError {
  const field = issue.path.length === 0 ? root : issue.path.join('.');
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const { minimum, maximum } = boundsOf(unwrap(schemaAt(schema, issue.path)));
    const provided = measureOf(valueAt(input, issue.path), issue.origin);
    const details = {
      ...(minimum === undefined ? {} : { min: minimum }),
      ...(maximum === undefined ? {} : { max: maximum }),
      provided,
    };
    const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : '';
    const range = [
      minimum === undefined ? null : `at least ${minimum}`,
      maximum === undefined ? null : `at most ${maximum}`,
    ].filter((part) => part !== null);
    return new ApiError('INVALID_PARAMETER', `${field} must be ${range.join(' and ')}${unit}.`, {
      field,
      details,
    });
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    return new ApiError('MISSING_PARAMETER', `${field} is required.`, { field });
  }
  return new ApiError('INVALID_PARAMETER', `${field}: ${issue.message}.`, { field });
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
  const [issue] = result.error.issues;
  if (issue === undefined) throw new ApiError('INVALID_PARAMETER', `${root} is invalid.`, { field: root });
  throw toApiError(issue, schema, input, root);
}
