import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from './json/json.ts';
import { invalidAt } from './json/path.ts';

/** Bytes of a digest that tell one query from another. */
const DIGEST_BYTES = 9;

/** Values that are alternatives are so in any order. */
const inOneOrder = (query: object): object =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );

const digestOf = (query: object): string =>
  createHash('sha256')
    .update(canonicalJson(inOneOrder(query)))
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString('base64url');

/**
 * Where the next page of a list begins, as a text that clients send back as it is. It holds nothing secret, and one that was
 * made up leads to another place in the same list at most.
 * @param query what is listed: a cursor is of no use for anything else
 */
export const toCursor = (query: object, position: unknown): string =>
  Buffer.from(JSON.stringify([digestOf(query), position])).toString('base64url');

/** @throws ApiError `INVALID_PARAMETER` for what is no cursor of this query */
export function fromCursor<Position>(cursor: string, query: object, position: z.ZodType<Position>): Position {
  const [digest, value] = parsed(cursor);
  const read = position.safeParse(value);
  if (digest === digestOf(query) && read.success) return read.data;
  throw invalidAt(['cursor'], 'must be the `nextCursor` of an answer to the same query');
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
