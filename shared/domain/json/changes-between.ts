import { entriesById } from './entries-by-id.ts';
import { isJsonObject, jsonEqual } from './json.ts';
import type { Path } from './path.ts';

/** A difference at one path of two documents. */
export interface Change {
  /** Member names, and ids of list entries. */
  readonly path: Path;
  /** `moved`: the order of a list, of which the values are the ids. */
  readonly kind: 'added' | 'changed' | 'moved' | 'removed';
  /** `undefined` where it was added. */
  readonly before: unknown;
  /** `undefined` where it was removed. */
  readonly after: unknown;
}

/**
 * What was changed from one JSON value to another, as deep as they are alike: members and entries that were removed or
 * changed in the order of the first, then those that were added. A list whose entries have unique ids is compared by id, any
 * other list is one value. Identical values (`===`) are not descended into.
 *
 * @param path of the values in the document
 * @returns empty when the values are equal
 */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    return changesOfMembers(new Map(Object.entries(before)), new Map(Object.entries(after)), path);
  }
  const [entries, later] = [entriesById(before), entriesById(after)];
  if (entries !== null && later !== null) {
    const moved = changeOfOrder([...entries.keys()], [...later.keys()], path);
    return [...moved, ...changesOfMembers(entries, later, path)];
  }
  return jsonEqual(before, after) ? [] : [{ path, kind: 'changed', before, after }];
}

type Members = ReadonlyMap<string, unknown>;

function changesOfMembers(before: Members, after: Members, path: Path): Change[] {
  const changes: Change[] = [];
  for (const [name, value] of before) {
    const at = [...path, name];
    if (!after.has(name)) changes.push({ path: at, kind: 'removed', before: value, after: undefined });
    // Not a spread argument: a whole document may have changed.
    else for (const change of changesBetween(value, after.get(name), at)) changes.push(change);
  }
  for (const [name, value] of after) {
    if (!before.has(name))
      changes.push({ path: [...path, name], kind: 'added', before: undefined, after: value });
  }
  return changes;
}

function changeOfOrder(before: string[], after: string[], path: Path): Change[] {
  const [known, later] = [new Set(before), new Set(after)];
  const [kept, then] = [before.filter((id) => later.has(id)), after.filter((id) => known.has(id))];
  return kept.every((id, i) => id === then[i]) ? [] : [{ path, kind: 'moved', before: kept, after: then }];
}
