import type { JsonObject } from '../../json/json.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import type { Path } from '../../json/path.ts';
import { checkCustomData, checkObject, checkUserLabel } from '../checks.ts';
import type { StoredObject } from '../document.ts';

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
 * @throws ApiError `INVALID_PARAMETER`: `userLabel` is neither null nor a string of ≤ 255 characters; `customData` is
 *   not an object, or the merged one is larger than 16 KB as JSON
 */
export function mergeAnnotations(
  object: StoredObject,
  { userLabel, customData }: AnnotationsPatch,
  path: Path = [],
): StoredObject {
  const annotations: Pick<StoredObject, Annotation> = { ...object };
  if (userLabel !== undefined) {
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
