import { ApiError } from '../../../contract/errors.ts';
import type { StoredObject } from '../../../contract/schemas/metadata.ts';
import { changesBetween } from '../../json/changes-between.ts';
import { type JsonObject, jsonEqual } from '../../json/json.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { invalidAt, type Path, readOnlyAt, toField } from '../../json/path.ts';
import { checkCustomData, checkObject, checkUserLabel } from '../checks.ts';
import type { Tracks } from '../document.ts';
import { trackOf } from '../document-view.ts';

type Objects = Record<string, StoredObject>;

/**
 * Merges the `objects` member of a partial document. Of an object only `userLabel` and `customData` may change;
 * `null` or `{"$delete": true}` removes it (an unknown id is ignored), and `null` in place of the map removes all.
 * Other members, `track` included, are accepted when they are unchanged.
 *
 * @param tracks of the current document; needed when the patch sends one back
 * @returns `current` itself when nothing changes
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`; `OBJECT_NOT_FOUND`: the patch edits an unknown id
 */
export function mergeObjects(current: Objects, patch: unknown, tracks: Tracks | undefined): Objects {
  const objects = new Map(Object.entries(current));
  let changed = false;

  const remove = (id: string): void => {
    changed = objects.delete(id) || changed;
  };
  const merge = (id: string, members: JsonObject): void => {
    const path = ['objects', id];
    const before = objects.get(id);
    if (before === undefined) throw objectNotFound(path);
    const after = mergeObject(before, members, tracks, path);
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
 * @param path of the object, for errors
 * @returns `before` itself when nothing changes
 */
export function mergeObject(
  before: StoredObject,
  { userLabel, customData, track, ...rest }: JsonObject,
  tracks: Tracks | undefined,
  path: Path,
): StoredObject {
  requireUnchanged(before, mergePatch(before, rest), path);
  if (track !== undefined) {
    if (tracks === undefined) throw new Error('The tracks were not loaded.');
    if (!jsonEqual(track, trackOf(tracks, before.id))) throw readOnlyAt([...path, 'track']);
  }
  return mergeAnnotations(before, { userLabel, customData }, path);
}

/**
 * Requires that an edit leaves a value as it was.
 * @throws ApiError `READ_ONLY_FIELD` naming the first member that differs
 */
export function requireUnchanged(before: unknown, after: unknown, path: Path): void {
  const [change] = changesBetween(before, after, path);
  if (change !== undefined) throw readOnlyAt(change.path);
}

/** The members of a detected object that users may edit. */
const ANNOTATIONS = ['userLabel', 'customData'] as const;

export type Annotation = (typeof ANNOTATIONS)[number];

/** New annotations; absent members stay as they are. */
interface AnnotationsPatch {
  userLabel?: unknown;
  /** Merged (RFC 7396); `null` empties it. */
  customData?: unknown;
}

/**
 * @param path of the object, for errors
 * @returns `object` itself when nothing changes
 * @throws ApiError `INVALID_PARAMETER`: `userLabel` is neither null nor a name; `customData` is
 *   not an object, or the merged one is larger than 16 KB as JSON
 */
export function mergeAnnotations(
  object: StoredObject,
  { userLabel, customData }: AnnotationsPatch,
  path: Path = [],
): StoredObject {
  const annotations: Pick<StoredObject, Annotation> = { ...object };
  if (userLabel !== undefined && userLabel !== object.userLabel) {
    checkUserLabel(userLabel, [...path, 'userLabel']);
    annotations.userLabel = userLabel;
  }
  if (customData !== undefined) {
    annotations.customData = mergeCustomData(object.customData, customData, [...path, 'customData']);
  }
  return changedAnnotations(object, annotations).length === 0 ? object : { ...object, ...annotations };
}

/** Which annotations of an object {@link mergeAnnotations} has changed. */
export const changedAnnotations = (
  before: Pick<StoredObject, Annotation>,
  after: Pick<StoredObject, Annotation>,
): Annotation[] => ANNOTATIONS.filter((name) => after[name] !== before[name]);

function mergeCustomData(current: JsonObject, patch: unknown, path: Path): JsonObject {
  if (patch === null) return Object.keys(current).length === 0 ? current : {};
  checkObject(patch, path);
  const merged = mergePatch(current, patch);
  checkCustomData(merged, path);
  return merged;
}
