import { freshId } from '../../ids.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { invalidAt, missingAt, type Path } from '../../json/path.ts';
import { checkId } from '../checks.ts';
import type { Identified } from '../document.ts';

/**
 * Merges a patch into one list entry.
 * @param current undefined for a new entry
 * @param patch without `$delete`, and with the entry's `id`
 * @param newId makes ids of entries below it that come without one
 * @returns `current` itself when nothing changes
 */
export type MergeEntry<Entry> = (
  current: Entry | undefined,
  patch: JsonObject,
  path: Path,
  newId: () => string,
) => Entry;

/**
 * Merges a patch into a list whose entries are identified by `id`. Entries of the patch apply in order: a known id is
 * merged, an unknown one appended, an entry without an id appended under a new one, `{"id": …, "$delete": true}`
 * removed (an unknown id is ignored). An id may occur up to ten times. `null` empties the list. Known entries keep their
 * order.
 *
 * @param newId makes ids of entries that come without one
 * @returns `current` itself when nothing changes
 * @throws ApiError `INVALID_PARAMETER`, `MISSING_PARAMETER`
 */
export function mergeById<Entry extends Identified>(
  current: Entry[],
  patch: unknown,
  path: Path,
  newId: () => string,
  mergeEntry: MergeEntry<Entry>,
): Entry[] {
  const entries = new Map(current.map((entry) => [entry.id, entry]));
  const uses = new Map<string, number>();
  let changed = false;

  const remove = (id: string): void => {
    changed = entries.delete(id) || changed;
  };
  const merge = (id: string, members: JsonObject): void => {
    const before = entries.get(id);
    const after = mergeEntry(before, { ...members, id }, [...path, id], newId);
    if (after === before) return;
    entries.set(id, after);
    changed = true;
  };

  if (patch === null) for (const id of [...entries.keys()]) remove(id);
  else if (!Array.isArray(patch)) throw invalidAt(path, 'must be a list');
  else {
    for (const [index, item] of patch.entries()) {
      const itemPath = [...path, String(index)];
      if (!isJsonObject(item)) throw invalidAt(itemPath, 'must be an object');
      const { $delete, ...members } = item;
      if ($delete !== undefined && $delete !== true)
        throw invalidAt([...itemPath, '$delete'], 'must be true');
      if (members.id === undefined && $delete) throw missingAt([...itemPath, 'id']);
      const id = members.id === undefined ? freshId(newId, entries) : members.id;
      checkId(id, [...itemPath, 'id']);
      const provided = (uses.get(id) ?? 0) + 1;
      if (provided > MOST_USES)
        throw invalidAt(itemPath, 'repeats an id too often', { max: MOST_USES, provided });
      uses.set(id, provided);
      if ($delete) remove(id);
      else merge(id, members);
    }
  }
  return changed ? [...entries.values()] : current;
}

/** Each use of an id may cost as much as its entry is large. Two are enough to replace an entry. */
const MOST_USES = 10;
