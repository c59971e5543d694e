type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Members that say when an answer was made, not what it is about. */
const MOMENTARY: readonly string[] = ['expiresAt', 'lastUsedAt'];

/** An address that is signed for this answer, without what differs each time. */
const unsigned = (text: string): string =>
  /^https?:.*[?&]X-Amz-Signature=/.test(text) ? new URL(text).pathname : text;

/**
 * Compares an answer with an earlier one to the same question.
 * @param lacks whether the later one may lack members that the earlier one has
 * @returns the paths at which both differ: `objects.7.label: "a" → "b"`
 */
export function differences(before: unknown, after: unknown, lacks: boolean, at = ''): string[] {
  return compare(before as Json, after as Json, lacks, at);
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compare(before: Json, after: Json | undefined, lacks: boolean, at: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one: Json, i) => compare(one, (after as readonly Json[])[i], lacks, `${at}${i}.`));
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) => {
      if (MOMENTARY.includes(name) || (lacks && !(name in after))) return [];
      return compare(value, after[name], lacks, `${at}${name}.`);
    });
  const [one, other] = [before, after].map((value) =>
    typeof value === 'string' ? unsigned(value) : JSON.stringify(value),
  );
  return one === other ? [] : [`${at.slice(0, -1)}: ${one} → ${other}`];
}
