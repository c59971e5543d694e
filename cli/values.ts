import { LIMITS } from '../shared/contract/limits.ts';
import { displayName } from '../shared/contract/schemas/primitives.ts';
import type { Point } from '../shared/kernel/geometry/polygon.ts';
import { UsageError } from './failures.ts';

/** Any non-empty text. */
export function text(given: string): string {
  if (given === '') throw new UsageError('must not be empty.');
  return given;
}

/** An http or https URL. */
export function address(given: string): string {
  if (!/^https?:/i.test(given) || !URL.canParse(given))
    throw new UsageError(`must be a URL, not "${given}".`);
  return given;
}

/** A name given by a user. */
export function label(given: string): string {
  if (!displayName.safeParse(given).success) {
    throw new UsageError(`must be one line of 1 to ${LIMITS.nameLength} characters that can be seen.`);
  }
  return given;
}

/** A decimal number from `min` to `max`, both included. */
export const number =
  (min: number, max: number) =>
  (given: string): number => {
    const parsed = /^(\d+(\.\d+)?|\.\d+)$/.test(given) ? Number(given) : Number.NaN;
    if (!(parsed >= min && parsed <= max)) {
      throw new UsageError(`must be a number from ${min} to ${max}, not "${given}".`);
    }
    return parsed;
  };

/** A whole number from `min` to `max`, both included. */
export const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (given: string): number => {
    const parsed = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(parsed >= min && parsed <= max)) {
      const range = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
      throw new UsageError(`must be a whole number${range}, not "${given}".`);
    }
    return parsed;
  };

export const oneOf =
  <const T extends string>(choices: readonly T[]) =>
  (given: string): T => {
    const found = choices.find((choice) => choice === given);
    if (found === undefined) throw new UsageError(`must be one of ${choices.join(', ')}, not "${given}".`);
    return found;
  };

/** Values separated by commas, each read by `parse`; at least one. */
export const listOf =
  <T>(parse: (given: string) => T) =>
  (given: string): T[] =>
    given.split(',').map((entry) => parse(text(entry.trim())));

/** Four points, x before y: `x1,y1,…,x4,y4`, or with spaces in place of commas. Coordinates may be negative. */
export function corners(given: string): Point[] {
  const coordinates = given
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(coordinate);
  if (coordinates.length !== 2 * LIMITS.surfaceCorners) {
    throw new UsageError(`must be 8 numbers, X1,Y1,…,X4,Y4, not ${coordinates.length}.`);
  }
  return Array.from({ length: LIMITS.surfaceCorners }, (_, i) => ({
    x: coordinates[2 * i] ?? 0,
    y: coordinates[2 * i + 1] ?? 0,
  }));
}

/** Digits are matched in one way only: a long run of them that ends in something else would otherwise take the square of its length. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A decimal number as programs print them, such as `-2e-05`: `Number` alone would take '' for 0 and '0x10' for 16. Undefined
 * for anything else, and for what overflows.
 */
export function decimal(given: string): number | undefined {
  const value = DECIMAL.test(given) ? Number(given) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function coordinate(given: string): number {
  const value = decimal(given);
  if (value === undefined) throw new UsageError(`must be numbers, not "${given}".`);
  return value;
}
