import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { invalidAt } from './path.ts';

/** Keys through which a careless merge reaches `Object.prototype`. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isForbiddenKey = (key: string): boolean => FORBIDDEN_KEYS.has(key);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * `JSON.parse` for input from outside, in time proportional to its length. What it returns can be merged, cloned,
 * written as JSON again and encoded as UTF-8 without failing or changing. A byte order mark is skipped.
 *
 * @param depth greatest number of containers inside one another; `[]` counts 1
 * @throws ApiError `INVALID_JSON`: not JSON (RFC 8259)
 * @throws ApiError `INVALID_PARAMETER`: nested deeper than `depth` (`details {min, max, provided}`); a key `__proto__`,
 *   `constructor` or `prototype`, however it is spelled; a number beyond the range of a double (`1e400`);
 *   a string with half of a surrogate pair
 */
export function parseJson(text: string, { depth = LIMITS.jsonDepth }: { depth?: number } = {}): unknown {
  const provided = nesting(text);
  if (provided > depth) throw invalidAt([], 'is nested too deeply', { max: depth, provided });
  const value = parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  check(value, []);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('INVALID_JSON', 'The request body is not valid JSON.');
  }
}

/** Counted on the text: a value nested too deeply must never come to exist. */
function nesting(text: string): number {
  let deepest = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return deepest;
}

/** Recursion is bounded by the depth already checked. `path` is one stack for the whole walk. */
function check(value: unknown, path: string[]): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw invalidAt(path, 'holds half of a surrogate pair');
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidAt(path, 'is out of range');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    path.push(key);
    if (FORBIDDEN_KEYS.has(key)) throw invalidAt(path, 'is not an allowed name');
    if (!key.isWellFormed()) throw invalidAt(path, 'holds half of a surrogate pair');
    check(member, path);
    path.pop();
  }
}
