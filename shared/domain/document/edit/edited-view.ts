import { LIMITS } from '../../../contract/limits.ts';
import { isJsonObject, type JsonObject, jsonDepth, jsonEqual } from '../../json/json.ts';
import { invalidAt, type Path } from '../../json/path.ts';
import {
  checkCustomData,
  checkEntry,
  checkedLayers,
  checkedList,
  checkObject,
  checkUserLabel,
} from '../checks.ts';
import type { LoadedParts, SectionName, Sections, StoredObject } from '../document.ts';
import { type EditResult, touchedSections } from './document-edit.ts';
import { objectNotFound } from './merge-objects.ts';
import { requireUnchanged } from './require-unchanged.ts';

/**
 * The sections that differ between the view of a document and the same view after an edit. The edited view must be as
 * valid as a document that `splitDocument` accepts. An absent section is read as empty, an absent `userLabel` as null, an
 * absent `customData` as `{}`. Objects may be removed but not added; of an object only these two members may change.
 * `schemaVersion` and `videoDetails` may not change.
 *
 * @param edited the view after the edit; values identical to those of `view` are not checked
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`, `MISSING_PARAMETER`, `OBJECT_NOT_FOUND`; their `field` has
 *   indices where lists are concerned
 */
export function readEditedView(
  { sections: before }: LoadedParts,
  view: JsonObject,
  edited: unknown,
): EditResult {
  checkObject(edited, []);
  const max = LIMITS.jsonDepth;
  if (growsDeeper(view, edited, max)) {
    throw invalidAt([], 'would be nested too deeply', { max, provided: jsonDepth(edited, max) });
  }
  const { schemaVersion, videoDetails, objects, layers, variables, rules, ...extra } = edited;
  requireUnchanged(view.schemaVersion, schemaVersion, ['schemaVersion']);
  requireUnchanged(view.videoDetails, videoDetails, ['videoDetails']);

  const sections: Partial<Sections> = {};
  const take = <Name extends SectionName>(name: Name, after: () => Sections[Name]): void => {
    if (before[name] === undefined || (name !== 'extra' && edited[name] === view[name])) return;
    const value = after();
    if (!jsonEqual(before[name], value)) sections[name] = value;
  };
  take('objects', () => editedObjects(before.objects ?? {}, view.objects, objects ?? {}));
  take('layers', () => checkedLayers(layers ?? []));
  take('variables', () => checkedList(variables ?? [], ['variables'], checkEntry));
  take('rules', () => checkedList(rules ?? [], ['rules'], checkEntry));
  take('extra', () => extra);
  return { sections, touched: touchedSections(sections) };
}

/** Whether a value that is not identical in `before` is nested inside more than `most` containers. */
function growsDeeper(before: unknown, after: unknown, most: number): boolean {
  if (before === after || typeof after !== 'object' || after === null) return false;
  if (most === 0) return true;
  const known = Object(before);
  // Not `Object.entries`, which would make a pair for each of perhaps millions of numbers.
  if (Array.isArray(after)) return after.some((item, i) => growsDeeper(known[i], item, most - 1));
  return Object.entries(after).some(([name, value]) => growsDeeper(known[name], value, most - 1));
}

type Objects = Sections['objects'];

function editedObjects(before: Objects, view: unknown, edited: unknown): Objects {
  checkObject(edited, ['objects']);
  const viewed = isJsonObject(view) ? view : {};
  const objects = Object.entries(edited).map(([id, object]): [string, StoredObject] => {
    const path = ['objects', id];
    const known = Object.hasOwn(before, id) ? before[id] : undefined;
    if (known === undefined) throw objectNotFound(path);
    return [id, object === viewed[id] ? known : editedObject(known, viewed[id], object, path)];
  });
  return Object.fromEntries(objects);
}

function editedObject(known: StoredObject, view: unknown, edited: unknown, path: Path): StoredObject {
  checkObject(edited, path);
  const { userLabel = null, customData = {}, ...rest } = edited;
  const { userLabel: _, customData: __, ...was } = isJsonObject(view) ? view : known;
  requireUnchanged(was, rest, path);
  checkUserLabel(userLabel, [...path, 'userLabel']);
  checkCustomData(customData, [...path, 'customData']);
  return { ...known, userLabel, customData };
}
