import { isJsonObject, jsonEqual } from '../../json/json.ts';
import type { Path } from '../../json/path.ts';

/**
 * The paths at which two JSON values differ, as deep as possible: members added, removed or changed. A list whose entries
 * have unique ids is compared by id, and named itself when its order differs; any other list counts as one value.
 * Identical values (`===`) are not descended into.
 *
 * @param path of the values in the document
 * @returns empty when the values are equal
 */
export function changedPaths(before: unknown, after: unknown, path: Path = []): Path[] {
  if (before === after) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    return compare(new Map(Object.entries(before)), new Map(Object.entries(after)), path);
  }
  const [entries, laterEntries] = [byId(before), byId(after)];
  if (entries === null || laterEntries === null) return jsonEqual(before, after) ? [] : [path];
  const kept = [...entries.keys()].filter((id) => laterEntries.has(id));
  const later = [...laterEntries.keys()].filter((id) => entries.has(id));
  const moved = kept.some((id, i) => id !== later[i]);
  return [...(moved ? [path] : []), ...compare(entries, laterEntries, path)];
}

type Members = ReadonlyMap<string, unknown>;

function compare(before: Members, after: Members, path: Path): Path[] {
  const changed: Path[] = [];
  for (const [name, value] of before) {
    const at = [...path, name];
    if (!after.has(name)) changed.push(at);
    else for (const found of changedPaths(value, after.get(name), at)) changed.push(found);
  }
  for (const name of after.keys()) if (!before.has(name)) changed.push([...path, name]);
  return changed;
}

/** The entries of a list by id; null unless every entry has an id of its own. */
function byId(value: unknown): Members | null {
  if (!Array.isArray(value)) return null;
  const entries = new Map<string, unknown>();
  for (const entry of value) {
    if (!isJsonObject(entry) || typeof entry.id !== 'string' || entries.has(entry.id)) return null;
    entries.set(entry.id, entry);
  }
  return entries;
}
