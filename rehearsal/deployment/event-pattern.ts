/** What is expected of a field: one of several values, or of several beginnings. */
type Comparison = string | { readonly prefix: string };
export type EventPattern = { readonly [field: string]: readonly Comparison[] | EventPattern };

/**
 * Whether an event has what a pattern of EventBridge asks for in every field that the pattern names; of a field with several
 * values, in one of them.
 * Source: "Creating Amazon EventBridge event patterns", https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 * @throws Error for a comparison that the templates do not use so far
 */
export function fits(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const value = (event as Readonly<Record<string, unknown>> | undefined)?.[field];
    return isList(expected)
      ? [value].flat().some((one) => expected.some((comparison) => holds(comparison, one)))
      : fits(expected, value);
  });
}

const isList = (expected: readonly Comparison[] | EventPattern): expected is readonly Comparison[] =>
  Array.isArray(expected);

function holds(comparison: Comparison, value: unknown): boolean {
  if (typeof comparison === 'string') return value === comparison;
  const [name, ...more] = Object.keys(comparison);
  if (name !== 'prefix' || more.length > 0)
    throw new Error(`The comparison ${JSON.stringify(comparison)} is not known to the rehearsal`);
  return typeof value === 'string' && value.startsWith(comparison.prefix);
}
