import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { RangeViolation } from '../../contract/range.ts';
import { isForbiddenKey } from './forbidden-key.ts';
import { measureJson, parsedMemory } from './measure-json.ts';
import { invalidAt } from './path.ts';
import { type RoundedInteger, roundedInteger } from './rounded-integer.ts';

/**
 * `JSON.parse` for untrusted input, in time proportional to its length. The result can be merged, cloned, serialised and
 * encoded as UTF-8 without failing or changing. A byte order mark is skipped.
 *
 * @param source a text, or bytes in UTF-8
 * @param depth the greatest depth of nested containers; `[]` counts 1
 * @param memory bytes that its values may take, as `parsedMemory` estimates them
 * @throws ApiError `INVALID_JSON` for the field `body`: not JSON (RFC 8259), not UTF-8
 * @throws ApiError `INVALID_PARAMETER`: nested deeper than `depth`, or above `memory` (`details {min, max, provided}`);
 *   a key `__proto__`, however it is escaped; a number beyond the range of a double (`1e400`, with `details`), or an integer that a
 *   double changes; a string with an unpaired surrogate
 */
export function parseJson(
  source: string | Uint8Array,
  {
    depth = LIMITS.jsonDepth,
    memory = Number.POSITIVE_INFINITY,
  }: { depth?: number | undefined; memory?: number | undefined } = {},
): unknown {
  const measured = measureJson(typeof source === 'string' ? Buffer.from(source) : source);
  if (measured.depth > depth) {
    throw invalidAt([], 'is nested too deeply', { max: depth, provided: measured.depth });
  }
  const provided = parsedMemory([measured]);
  if (provided > memory) {
    throw invalidAt([], 'holds too many values', { max: memory, provided });
  }
  const { text, value } = parse(source);
  const fault = faultOf(value);
  if (fault !== null) throw invalidAt(fault.path.reverse(), fault.message, fault.range);
  const rounded = roundedInteger(text);
  if (rounded !== null) throw changed(rounded);
  return value;
}

function changed({ path, sent, kept }: RoundedInteger): ApiError {
  const range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, provided: sent };
  return invalidAt(path, `is an integer that would become ${kept}: send it as a string`, range);
}

function parse(source: string | Uint8Array): { text: string; value: unknown } {
  try {
    const decoded =
      typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(source);
    const text = decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
    return { text, value: JSON.parse(text) };
  } catch {
    throw new ApiError('INVALID_JSON', 'The request body is not valid JSON.', { field: 'body' });
  }
}

/** A value that is not allowed; `path` leads from the inside out. */
interface Fault {
  readonly path: string[];
  readonly message: string;
  readonly range?: RangeViolation;
}

const fault = (message: string, ...path: string[]): Fault => ({ path, message });

/** Which JSON can write and a double cannot hold; `provided` is a text, since no number says it. */
const outOfRange = (value: number): Fault => ({
  path: [],
  message: `must be between ${-Number.MAX_VALUE} and ${Number.MAX_VALUE}`,
  range: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, provided: String(value) },
});

/** The first fault of a value. Recursion is bounded by the depth already checked; a valid value causes no allocation. */
function faultOf(value: unknown): Fault | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : fault('holds half of a surrogate pair');
  if (typeof value === 'number') return Number.isFinite(value) ? null : outOfRange(value);
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? faultOfItems(value) : faultOfMembers(value as Record<string, unknown>);
}

function faultOfItems(items: readonly unknown[]): Fault | null {
  for (let index = 0; index < items.length; index++) {
    const found = faultOf(items[index]);
    if (found === null) continue;
    found.path.push(String(index));
    return found;
  }
  return null;
}

function faultOfMembers(members: Readonly<Record<string, unknown>>): Fault | null {
  // Not `Object.entries`, which allocates a pair for each.
  for (const key of Object.keys(members)) {
    if (isForbiddenKey(key)) return fault('is not an allowed name', key);
    if (!key.isWellFormed()) return fault('holds half of a surrogate pair', key);
    const found = faultOf(members[key]);
    if (found === null) continue;
    found.path.push(key);
    return found;
  }
  return null;
}
