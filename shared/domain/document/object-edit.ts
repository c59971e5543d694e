import { mergePatch, type OnChange } from '../json/merge-patch.ts';
import type { Path } from '../json/path.ts';
import type { JsonObject, StoredObject } from './document.ts';
import { checkCustomData, checkObject, checkUserLabel } from './shape.ts';

/** What a caller may edit of a tracked object; absent members stay as they are. */
export interface ObjectEdit {
  userLabel?: unknown;
  /** Merged (RFC 7396); `null` empties it. */
  customData?: unknown;
}

/**
 * @param path where the object lies, for errors and `onChange`
 * @returns `object` itself when nothing changes
 * @throws ApiError `INVALID_PARAMETER`: `userLabel` is no string of ≤ 255 characters nor null; `customData` is no
 *   object, or the merged one is larger than 16 KB as JSON
 */
export function editObject(
  object: StoredObject,
  { userLabel, customData }: ObjectEdit,
  path: Path = [],
  onChange: OnChange = () => {},
): StoredObject {
  const members: Pick<StoredObject, 'userLabel' | 'customData'> = { ...object };
  if (userLabel !== undefined) {
    checkUserLabel(userLabel, [...path, 'userLabel']);
    if (userLabel !== object.userLabel) onChange([...path, 'userLabel']);
    members.userLabel = userLabel;
  }
  if (customData !== undefined) {
    members.customData = mergeCustomData(object.customData, customData, [...path, 'customData'], onChange);
  }
  const same = members.userLabel === object.userLabel && members.customData === object.customData;
  return same ? object : { ...object, ...members };
}

function mergeCustomData(current: JsonObject, patch: unknown, path: Path, onChange: OnChange): JsonObject {
  if (patch === null) {
    if (Object.keys(current).length === 0) return current;
    onChange(path);
    return {};
  }
  checkObject(patch, path);
  const merged = mergePatch(current, patch, path, onChange);
  checkCustomData(merged, path);
  return merged;
}
