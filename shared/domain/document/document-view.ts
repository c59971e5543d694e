import { LIMITS } from '../../contract/limits.ts';
import { isJsonObject, jsonDepth } from '../json/json.ts';
import { invalidAt, type Path, readOnlyAt } from '../json/path.ts';
import { withTracks } from './assemble.ts';
import { changedPaths } from './changed-paths.ts';
import {
  type JsonObject,
  SCHEMA_VERSION,
  type SectionName,
  type Sections,
  type StoredObject,
} from './document.ts';
import { type EditResult, type PlannedParts, touchedSections } from './document-edit.ts';
import { objectNotFound } from './object-merge.ts';
import { checkCustomData, checkEntry, checkObject, checkUserLabel } from './shape.ts';
import { checkedLayers, checkedList } from './split.ts';

/** The document as clients see it, as far as its parts are at hand. */
export function viewOf({ sections: { extra, objects, ...others }, tracks }: PlannedParts): JsonObject {
  return {
    schemaVersion: SCHEMA_VERSION,
    ...others,
    ...(objects === undefined
      ? {}
      : { objects: tracks === undefined ? objects : withTracks(objects, tracks) }),
    ...extra,
  };
}

/**
 * What an edit of the view comes down to. The edited document must be as sound as one that `splitDocument` takes;
 * an absent section is an empty one, an absent `userLabel` is null, an absent `customData` is `{}`. `schemaVersion`,
 * `videoDetails`, and of an object everything but these two must be what they were; objects may go, none may be new.
 *
 * @param edited the view after the edit; what is one and the same is not looked at
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`, `MISSING_PARAMETER`, `OBJECT_NOT_FOUND`; their `field` has
 *   indices where lists are concerned
 */
export function resultOf({ sections: before }: PlannedParts, view: JsonObject, edited: unknown): EditResult {
  checkObject(edited, []);
  const max = LIMITS.jsonDepth;
  if (growsDeeper(view, edited, max)) {
    throw invalidAt([], 'would be nested too deeply', { max, provided: jsonDepth(edited, max) });
  }
  const { schemaVersion, videoDetails, objects, layers, variables, rules, ...extra } = edited;
  requireSame(view.schemaVersion, schemaVersion, ['schemaVersion']);
  requireSame(view.videoDetails, videoDetails, ['videoDetails']);

  const sections: Partial<Sections> = {};
  const paths: Path[] = [];
  const take = <Name extends SectionName>(name: Name, path: Path, after: () => Sections[Name]): void => {
    if (before[name] === undefined || (name !== 'extra' && edited[name] === view[name])) return;
    const value = after();
    const changed = changedPaths(before[name], value, path);
    if (changed.length === 0) return;
    sections[name] = value;
    for (const found of changed) paths.push(found);
  };
  take('objects', ['objects'], () => editedObjects(before.objects ?? {}, view.objects, objects ?? {}));
  take('layers', ['layers'], () => checkedLayers(layers ?? []));
  take('variables', ['variables'], () => checkedList(variables ?? [], ['variables'], checkEntry));
  take('rules', ['rules'], () => checkedList(rules ?? [], ['rules'], checkEntry));
  take('extra', [], () => extra);
  return { sections, touched: touchedSections(sections), paths };
}

/** Whether anything that is not one and the same before and after lies inside of more than `most` containers. */
function growsDeeper(before: unknown, after: unknown, most: number): boolean {
  if (before === after || typeof after !== 'object' || after === null) return false;
  if (most === 0) return true;
  const known = Object(before);
  // Of a list no entries are made: it may hold millions of numbers.
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
  requireSame(was, rest, path);
  checkUserLabel(userLabel, [...path, 'userLabel']);
  checkCustomData(customData, [...path, 'customData']);
  return { ...known, userLabel, customData };
}

function requireSame(before: unknown, after: unknown, path: Path): void {
  const [changed] = changedPaths(before, after, path);
  if (changed !== undefined) throw readOnlyAt(changed);
}
