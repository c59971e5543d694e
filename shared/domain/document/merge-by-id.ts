import { isJsonObject } from '../json/json.ts';
import type { OnChange } from '../json/merge-patch.ts';
import { invalidAt, missingAt, type Path } from '../json/path.ts';
import type { Identified, JsonObject } from './document.ts';
import { checkId } from './shape.ts';

export interface MergeContext {
  /** Makes the id of an entry that comes without one. */
  newId: () => string;
  onChange: OnChange;
}

/**
 * What becomes of one entry. Returns `current` itself when nothing changes, and reports changes below `path`
 * to the context; a new entry is reported by the list.
 * @param patch without `$delete`, and with the entry's `id`
 */
export type MergeEntry<Entry> = (
  current: Entry | undefined,
  patch: JsonObject,
  path: Path,
  context: MergeContext,
) => Entry;

/**
 * Merges a patch into a list whose entries are known by `id`. Entries of the patch apply in their order: a known
 * id is merged, an unknown one appended, a missing one made up, `{"id": …, "$delete": true}` removed (which does
 * nothing where there is no such entry). An id may come up to ten times. `null` empties the list. The order of
 * known entries never changes.
 *
 * @returns `current` itself when nothing changes
 * @throws ApiError `INVALID_PARAMETER`, `MISSING_PARAMETER`
 */
export function mergeById<Entry extends Identified>(
  current: Entry[],
  patch: unknown,
  path: Path,
  context: MergeContext,
  mergeEntry: MergeEntry<Entry>,
): Entry[] {
  const entries = new Map(current.map((entry) => [entry.id, entry]));
  const uses = new Map<string, number>();
  let changed = false;

  const remove = (id: string): void => {
    if (!entries.delete(id)) return;
    changed = true;
    context.onChange([...path, id]);
  };
  const merge = (id: string, members: JsonObject): void => {
    const before = entries.get(id);
    const silent = { ...context, onChange: () => {} };
    const after = mergeEntry(before, { ...members, id }, [...path, id], before ? context : silent);
    if (after === before) return;
    entries.set(id, after);
    changed = true;
    if (before === undefined) context.onChange([...path, id]);
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
      const id = members.id === undefined ? freshId(context.newId, entries) : members.id;
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

/** Every use of an id may cost as much as its entry is large; a patch needs two, to replace an entry. */
const MOST_USES = 10;

const ATTEMPTS = 100;

/** An id that is not taken yet. */
export function freshId(newId: () => string, taken: { has(id: string): boolean }): string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = newId();
    if (!taken.has(id)) return id;
  }
  throw new Error('The source of ids gives only ids that are taken.');
}
