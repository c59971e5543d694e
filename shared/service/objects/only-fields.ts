/**
 * Entries of a list with some of their members.
 * @param names with commas between them; `id` stays whatever they are
 */
export function onlyFields<Entry extends { id: string }>(
  entries: readonly Entry[],
  names: string | undefined,
): Entry[] {
  if (names === undefined) return [...entries];
  const kept = new Set(['id', ...names.split(',')]);
  return entries.map(
    (entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => kept.has(name))) as Entry,
  );
}
