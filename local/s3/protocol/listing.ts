/** Listing of keys in UTF-8 order with prefix, delimiter and pages, as S3 defines it. */

interface ListingQuery {
  prefix: string;
  /** Empty for none. */
  delimiter: string;
  /** The first key to consider, inclusive. */
  from: string;
  maxKeys: number;
}

export interface Listing<T> {
  entries: T[];
  commonPrefixes: string[];
  /** Where the next page begins, inclusive; absent on the last page. */
  next?: string;
}

/** The smallest key after `key`. */
export const keyAfter = (key: string): string => `${key}\0`;

/**
 * Keys with `prefix`; those that share what follows it up to `delimiter` are folded into one common prefix. `fetch`
 * returns up to `limit` rows at or after `from`, in order.
 */
export function listKeys<T extends { key: string }>(
  fetch: (from: string, limit: number) => readonly T[],
  { prefix, delimiter, from, maxKeys }: ListingQuery,
): Listing<T> {
  const listing: Listing<T> = { entries: [], commonPrefixes: [] };
  let position: string | undefined = laterOf(prefix, from);
  for (let count = 0; position !== undefined && maxKeys > 0; ) {
    const rows: readonly T[] = fetch(position, maxKeys + 1);
    for (const row of rows) {
      if (!row.key.startsWith(prefix)) return listing;
      const folded = listing.commonPrefixes.at(-1);
      if (folded !== undefined && row.key.startsWith(folded)) continue;
      if (count === maxKeys) return { ...listing, next: position };
      count++;
      const end = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
      if (end < 0) {
        listing.entries.push(row);
        position = keyAfter(row.key);
      } else {
        const group = row.key.slice(0, end + delimiter.length);
        listing.commonPrefixes.push(group);
        position = behindPrefix(group);
      }
    }
    if (rows.length <= maxKeys) return listing;
  }
  return listing;
}

/** The smallest string that is greater than every string with this prefix, if there is one. */
function behindPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  if (points.length === 0) return undefined;
  const last = (points.pop() ?? 0) + 1;
  return String.fromCodePoint(...points, last === 0xd800 ? 0xe000 : last);
}

/** UTF-8 order is the order of code points, unlike that of UTF-16 units. */
const laterOf = (a: string, b: string): string =>
  Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? b : a;
