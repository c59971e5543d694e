import { ApiError } from '../../contract/errors.ts';
import { jsonEqual } from '../json/json.ts';
import { mergePatch, type OnChange } from '../json/merge-patch.ts';
import { invalidAt, type Path, readOnlyAt, toField } from '../json/path.ts';
import { trackOf } from './assemble.ts';
import type { JsonObject, StoredObject, Tracks } from './document.ts';
import { editObject } from './object-edit.ts';
import { checkObject } from './shape.ts';

type Objects = Record<string, StoredObject>;

/**
 * Merges the `objects` member of a partial document. Of an object only `userLabel` and `customData` may change;
 * `null` or `{"$delete": true}` removes it (which does nothing where there is none), and `null` in place of the map
 * removes all. Other members, `track` included, are accepted when they are what they were.
 *
 * @param tracks of the current document; needed when the patch sends one back
 * @returns `current` itself when nothing changes
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`; `OBJECT_NOT_FOUND`: the patch edits an unknown id
 */
export function mergeObjects(
  current: Objects,
  patch: unknown,
  tracks: Tracks | undefined,
  onChange: OnChange,
): Objects {
  const objects = new Map(Object.entries(current));
  let changed = false;

  const remove = (id: string): void => {
    if (!objects.delete(id)) return;
    changed = true;
    onChange(['objects', id]);
  };
  const merge = (id: string, members: JsonObject): void => {
    const path = ['objects', id];
    const before = objects.get(id);
    if (before === undefined) throw objectNotFound(path);
    const after = mergeObject(before, members, tracks, path, onChange);
    if (after === before) return;
    objects.set(id, after);
    changed = true;
  };

  if (patch === null) for (const id of [...objects.keys()]) remove(id);
  else {
    checkObject(patch, ['objects']);
    for (const [id, item] of Object.entries(patch)) {
      if (item === null) remove(id);
      else {
        checkObject(item, ['objects', id]);
        const { $delete, ...members } = item;
        if ($delete === true) remove(id);
        else if ($delete === undefined) merge(id, members);
        else throw invalidAt(['objects', id, '$delete'], 'must be true');
      }
    }
  }
  return changed ? Object.fromEntries(objects) : current;
}

export const objectNotFound = (path: Path): ApiError =>
  new ApiError('OBJECT_NOT_FOUND', `There is no object ${toField(path)}.`, { field: toField(path) });

/**
 * Merges members into one object, as `mergeObjects` does.
 * @param path where the object lies, for errors and `onChange`
 * @returns `before` itself when nothing changes
 */
export function mergeObject(
  before: StoredObject,
  { userLabel, customData, track, ...rest }: JsonObject,
  tracks: Tracks | undefined,
  path: Path,
  onChange: OnChange,
): StoredObject {
  mergePatch(before, rest, path, refuseChange);
  if (track !== undefined) {
    if (tracks === undefined) throw new Error('The tracks were not loaded.');
    if (!jsonEqual(track, trackOf(tracks, before.id))) throw readOnlyAt([...path, 'track']);
  }
  return editObject(before, { userLabel, customData }, path, onChange);
}

/** Makes a merge refuse to change anything. */
export const refuseChange = (path: Path): never => {
  throw readOnlyAt(path);
};
