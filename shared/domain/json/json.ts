/** Any JSON object. */
export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal; the order of members does not matter. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}

/** JSON text that is identical exactly for values that are equal by `jsonEqual`. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/**
 * The depth of nested containers: 0 for a scalar, 1 for `{}` and `[]`.
 * @param most anything deeper counts as one more than this, and is not descended into
 */
export function jsonDepth(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (most === 0) return 1;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, jsonDepth(member, most - 1));
  return deepest + 1;
}

/**
 * A number to six decimals: of a fraction of the frame far below a pixel, of a probability or a cosine far below what
 * makes a difference.
 */
export const sixDecimals = (value: number): number => Math.round(value * 1e6) / 1e6;
