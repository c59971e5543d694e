import type { RangeViolation } from '../../contract/range.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { invalidAt, type Path } from '../json/path.ts';
import type { Check, Failure, Schema, Scope } from './evaluation.ts';
import type { Pattern } from './pattern.ts';

/** The place of a keyword in the schema that is being read. */
export interface Place {
  /** Of the keyword in the request. */
  path: Path;
  /** All keywords of the schema object. */
  siblings: JsonObject;
  /** Whether the schema object is the outermost. */
  isRoot: boolean;
  /** The place of another keyword of the same schema object. */
  beside(name: string): Place;
  /**
   * Reads a schema below the keyword.
   * @param names from the keyword to the schema
   */
  schema(value: unknown, ...names: string[]): Schema;
  /** Like `schema`, for a schema that applies to the same value as the keyword. */
  schemaInPlace(value: unknown, ...names: string[]): Schema;
  /** The schema that a `$ref` names; it may be read later. */
  reference(text: string): Schema;
  /** Lets `$ref` find the schema object by this name. */
  anchor(name: string): void;
  /** Has applications of the schema note which members have been evaluated. */
  trackEvaluated(): void;
  pattern(source: string, ...names: string[]): Pattern;
}

/**
 * Reads the value of a keyword.
 * @returns its check; null for a keyword that checks nothing by itself
 * @throws ApiError `INVALID_PARAMETER` for a value that the keyword may not have
 */
export type Keyword = (value: unknown, place: Place) => Check | null;

export function requireString(value: unknown, path: Path): asserts value is string {
  if (typeof value !== 'string') throw invalidAt(path, 'must be a string');
}

export function requireNumber(value: unknown, path: Path): asserts value is number {
  if (typeof value !== 'number') throw invalidAt(path, 'must be a number');
}

export function requireCount(value: unknown, path: Path): asserts value is number {
  if (!Number.isInteger(value) || (value as number) < 0) throw invalidAt(path, 'must be a count');
}

export function requireBoolean(value: unknown, path: Path): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidAt(path, 'must be true or false');
}

export function requireList(value: unknown, path: Path): asserts value is unknown[] {
  if (!Array.isArray(value)) throw invalidAt(path, 'must be a list');
}

/** A list of distinct strings. */
export function requireNames(value: unknown, path: Path): asserts value is string[] {
  requireList(value, path);
  for (const [index, name] of value.entries()) requireString(name, [...path, String(index)]);
  if (new Set(value).size < value.length) throw invalidAt(path, 'names something twice');
}

export function requireMembers(value: unknown, path: Path): [name: string, value: unknown][] {
  if (!isJsonObject(value)) throw invalidAt(path, 'must be an object');
  return Object.entries(value);
}

type Range = Required<Pick<RangeViolation, 'min' | 'max'>>;

const COUNTS: Range = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** The range that two keywords of a schema object allow together; for an absent one, that of `unbounded`. */
export function rangeOf({ siblings }: Place, least: string, most: string, unbounded = COUNTS): Range {
  const { [least]: min, [most]: max } = siblings;
  return {
    min: typeof min === 'number' ? min : unbounded.min,
    max: typeof max === 'number' ? max : unbounded.max,
  };
}

type CheckOf<T> = (value: T, scope: Scope) => Failure | null;

/** A keyword applies to values of one type; values of other types always match. */
const on =
  <T>(isOfType: (value: unknown) => value is T) =>
  (check: CheckOf<T>): Check =>
  (value, scope) =>
    isOfType(value) ? check(value, scope) : null;

export const onString = on((value) => typeof value === 'string');
export const onNumber = on((value) => typeof value === 'number');
export const onList = on((value): value is readonly unknown[] => Array.isArray(value));
export const onObject = on(isJsonObject);
